//go:build unix && !solaris && !aix

package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Lock keeps other processes of ours from the file until it is closed, however
// this one ends. Some file systems of clusters have no locks: there it does
// nothing.
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
