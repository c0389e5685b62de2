package sweep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"errbench/atomicfile"
)

// Unfinished is the error of a sweep that was cut short: by its context, or
// because a file could not be written. Its folder holds whole points.
type Unfinished struct {
	Done, Points int64
	Err          error
}

// Error implements error.
func (u *Unfinished) Error() string {
	return fmt.Sprintf("%v; %d of %d points are kept", u.Err, u.Done, u.Points)
}

// Unwrap returns what cut the sweep short.
func (u *Unfinished) Unwrap() error { return u.Err }

// ErrOccupied is wrapped where a folder holds a sweep already and was not to be
// resumed.
var ErrOccupied = errors.New("holds a sweep already")

// Write computes the sweep into a folder, which it makes if need be: the rows of
// its points in order, and a document about them. With resume it goes on with
// what the folder holds, and ends with the bytes of a sweep that was never cut
// short; otherwise it wants a folder without a sweep. A folder of another sweep
// is refused. What cuts it short is an [*Unfinished].
func (s *Sweep) Write(ctx context.Context, dir string, resume bool, o Options) (*Result, error) {
	d, err := s.document()
	if err != nil {
		return nil, err
	}
	if err := prepare(dir, d, resume); err != nil {
		return nil, err
	}
	sheet, err := openSheet(dir, newRows(s.Design.keys(), s.names()))
	if err != nil {
		return nil, err
	}
	first, end := s.Shard.Range(s.Design.Points)
	err = sheet.recover(first, end, s.prefixes(sheet.rows))
	if done := sheet.points(); err == nil && done < end-first {
		err = errors.Join(writeDocument(dir, d), s.stream(ctx, first+done, end, o, sheet.add))
	}
	if err != nil {
		return nil, &Unfinished{sheet.points(), end - first, errors.Join(err, sheet.cut(), sheet.close())}
	}
	return sheet.finish(d)
}

// prepare makes a folder ready for the sweep of a document.
func prepare(dir string, d Document, resume bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	found, err := readDocument(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := unused(dir); err != nil {
			return err
		}
	case err != nil:
		return err
	case !resume:
		return fmt.Errorf("%s %w", dir, ErrOccupied)
	default:
		if diff := found.blank().difference(d); diff != "" {
			return fmt.Errorf("%s holds another sweep: %s; its own command, or another folder, works", dir, diff)
		}
		return nil
	}
	return writeDocument(dir, d) // before there are rows, so that it can be told whose they are
}

// unused refuses a folder without a document but with rows: whose they are
// cannot be told.
func unused(dir string) error {
	for _, name := range []string{csvFile, jsonFile} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return fmt.Errorf("%s has a %s but no %s, so whose rows these are cannot be told; another folder works", dir, name, documentFile)
		}
	}
	return nil
}

// readDocument reads the document of a folder.
func readDocument(dir string) (Document, error) {
	file := filepath.Join(dir, documentFile)
	data, err := os.ReadFile(file)
	if err != nil {
		return Document{}, err
	}
	d, err := decode(data)
	if err != nil {
		return Document{}, fmt.Errorf("%s: %w", file, err)
	}
	return d, nil
}

// prefixes returns what the row of a point and a strategy begins with.
func (s *Sweep) prefixes(r *rows) func(point int64, strategy int) []byte {
	var known int64 = -1
	var values []string
	return func(point int64, strategy int) []byte {
		if point != known {
			_, values = s.Design.At(point, s.Assumptions)
			known = point
		}
		begun := r.begin(nil, point, values, strategy)
		return append(begun.csv, ',')
	}
}

// finish closes a sheet that holds all rows, and completes its document.
func (s *sheet) finish(d Document) (*Result, error) {
	d.Complete, d.Files = true, s.files()
	r := s.findings.result(d)
	errs := []error{s.sync(), r.draw(s.dir), writeDocument(s.dir, r.Document)}
	for _, name := range []string{documentFile, svgFile, pngFile} {
		errs = append(errs, atomicfile.Clean(filepath.Join(s.dir, name)))
	}
	return r, errors.Join(append(errs, s.close())...)
}
