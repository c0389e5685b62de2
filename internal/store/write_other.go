//go:build !windows

package store

import (
	"path/filepath"

	"github.com/google/renameio/v2"
)

func write(file string, data []byte) error {
	return renameio.WriteFile(file, data, 0o644, renameio.WithTempDir(filepath.Dir(file)))
}
