package store

import (
	"errors"
	"os"
	"path/filepath"
)

// write comes as close as it can: Windows promises no single step, which is why
// renameio leaves it out.
func write(file string, data []byte) error {
	whole, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file))
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
