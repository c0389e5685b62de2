//go:build unix && !solaris && !aix

package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Lock locks a file until it is closed or the process ends. It returns an error if another
// process has the lock, and does nothing on file systems without locks.
func Lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return fmt.Errorf("another process is writing %s; wait for its end, or choose another folder", file.Name())
	case err == nil, errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOLCK):
		return nil
	default:
		return fmt.Errorf("%s cannot be locked: %w", file.Name(), err)
	}
}
