package main

import (
	"errors"
	"os"
	"path/filepath"
)

// replace replaces a file by a whole one. Windows promises no single step, which
// is why renameio leaves it out; os.Rename comes closest.
func replace(file string, data []byte) error {
	whole, err := os.CreateTemp(filepath.Dir(file), ".errbench")
	if err != nil {
		return err
	}
	_, err = whole.Write(data)
	if err = errors.Join(err, whole.Sync(), whole.Close()); err == nil {
		err = os.Rename(whole.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(whole.Name()))
	}
	return nil
}
