package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Write makes or replaces a file. A link is replaced itself.
func Write(file string, data []byte) error { return write(file, data) }

// Clean removes what writes of the file left behind that were killed. No other
// process may be writing it.
func Clean(file string) error {
	entries, err := os.ReadDir(filepath.Dir(file))
	errs := []error{err}
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), "."+filepath.Base(file))
		if ours && rest != "" && strings.Trim(rest, "0123456789") == "" {
			errs = append(errs, os.Remove(filepath.Join(filepath.Dir(file), e.Name())))
		}
	}
	return errors.Join(errs...)
}
