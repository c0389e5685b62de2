//go:build unix

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// shell returns the command, to be run by the shell in a new process group. The number of
// the group is the number of the shell.
func shell(command string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", command)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// terminate asks the processes of a group to end. Its leader must not have been
// waited for: until then no other process can have its number.
func terminate(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGTERM) }

// kill ends the processes of a group, under the same condition.
func kill(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGKILL) }
