//go:build !unix || solaris || aix

package store

import "os"

// Lock does nothing on this system: two processes can write one folder.
func Lock(*os.File) error { return nil }
