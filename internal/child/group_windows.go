package child

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// shell returns the command, to be run by cmd, which takes it as it is typed.
// An interrupt of ours does not reach it.
func shell(command string) *exec.Cmd {
	cmd := exec.Command("cmd")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CmdLine:       `cmd /d /s /c "` + command + `"`,
		CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP,
	}
	return cmd
}

// terminate does nothing: there is no way to ask.
func terminate(*os.Process) {}

// kill ends a process and what it started, but for what has lost its parent.
func kill(leader *os.Process) {
	_ = exec.Command("taskkill", "/t", "/f", "/pid", strconv.Itoa(leader.Pid)).Run()
	_ = leader.Kill()
}
