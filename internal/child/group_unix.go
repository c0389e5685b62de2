//go:build unix

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// shell returns the command, to be run by the shell in a process group of its
// own, whose number is that of the shell.
func shell(command string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", command)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// terminate asks the processes of a group to end. Its leader must not have been
// waited for: only until then is the number surely that of the group.
func terminate(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGTERM) }

// kill ends the processes of a group, under the same duty.
func kill(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGKILL) }
