//go:build unix && !solaris && !aix

package sweep

import (
	"os"
	"syscall"
)

// lock keeps other processes of ours from the file until it is closed, however
// this one ends.
func lock(file *os.File) error {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
