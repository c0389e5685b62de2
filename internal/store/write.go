package store

import (
	"os"
	"path/filepath"
	"strings"

	"errbench/internal/strict"
)

// Write creates or replaces a file, in one step. It replaces a link, not its target.
func Write(file string, data []byte) error { return write(file, data) }

// Clean removes the remains of killed writes of the file. No other process may be writing
// it.
func Clean(file string) error {
	entries, err := os.ReadDir(filepath.Dir(file))
	var faults strict.Faults
	faults.Add(err)
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), "."+filepath.Base(file))
		if ours && rest != "" && strings.Trim(rest, "0123456789") == "" {
			faults.Add(os.Remove(filepath.Join(filepath.Dir(file), e.Name())))
		}
	}
	return faults.Err()
}
