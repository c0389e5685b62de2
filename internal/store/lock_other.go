//go:build !unix || solaris || aix

package store

import "os"

// Lock does nothing here: two processes that write one folder are not told.
func Lock(*os.File) error { return nil }
