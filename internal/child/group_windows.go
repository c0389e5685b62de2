package child

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// shell returns the command, to be run by cmd as it is typed. An interrupt of errbench
// does not reach it.
func shell(command string) *exec.Cmd {
	cmd := exec.Command("cmd")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CmdLine:       `cmd /d /s /c "` + command + `"`,
		CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP,
	}
	return cmd
}

// terminate does nothing: Windows has no signal that asks a process to end.
func terminate(*os.Process) {}

// kill ends a process and its descendants, except those whose parent has ended.
func kill(leader *os.Process) {
	_ = exec.Command("taskkill", "/t", "/f", "/pid", strconv.Itoa(leader.Pid)).Run()
	_ = leader.Kill()
}
