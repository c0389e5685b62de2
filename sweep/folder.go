package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"errbench/internal/store"
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
	sheet, err := openSheet(dir, newRows(s.Assumptions, s.Design.keys(), s.names()), d.Design)
	if err != nil {
		return nil, err
	}
	defer sheet.close()
	if err := sheet.claim(d, resume); err != nil {
		sheet.leave()
		return nil, err
	}
	first, end := s.Shard.Range(s.Design.Points)
	if err := sheet.recover(ctx, first, end, s.prefixes(sheet.rows)); err != nil {
		return nil, err // nothing is cut off: it may be there
	}
	if err := sheet.cut(); err != nil {
		return nil, err
	}
	taken := sheet.points()
	r, err := s.complete(ctx, sheet, d, o)
	if err != nil {
		return nil, &Unfinished{sheet.points(), end - first, err}
	}
	r.taken = taken
	return r, nil
}

// complete computes the points that the sheet does not hold yet.
func (s *Sweep) complete(ctx context.Context, to *sheet, d Document, o Options) (*Result, error) {
	first, end := s.Shard.Range(s.Design.Points)
	if done := to.points(); done < end-first {
		if err := writeDocument(to.dir, d); err != nil { // it may say that all is there
			return nil, err
		}
		if err := s.stream(ctx, first+done, end, o, to.add); err != nil {
			return nil, errors.Join(err, to.cut())
		}
	}
	return to.finish(d)
}

// claim makes the folder that of a document: one without a document and without
// rows, or with resume one of the same sweep.
func (s *sheet) claim(d Document, resume bool) error {
	found, err := readDocument(s.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if name, err := s.used(); name != "" || err != nil {
			return cmp.Or(err, fmt.Errorf("%s has a %s but no %s, so whose rows these are cannot be told; another folder works", s.dir, name, documentFile))
		}
		return writeDocument(s.dir, d) // before there are rows, so that it can be told whose they are
	case err != nil:
		return err
	case !resume:
		return fmt.Errorf("%s %w", s.dir, ErrOccupied)
	}
	if diff := found.blank().difference(d); diff != "" {
		return fmt.Errorf("%s holds another sweep: %s; its own command, or another folder, works", s.dir, diff)
	}
	if found.Complete {
		s.finished = found.Files
	}
	return nil
}

// leave removes the files of rows that are empty: in a folder that is not ours,
// those are what opening it has made. One that cannot be removed does no harm.
func (s *sheet) leave() {
	for _, f := range s.both {
		if info, err := f.file.Stat(); err == nil && info.Size() == 0 {
			_ = os.Remove(f.name)
		}
	}
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

// finish completes the document of a sheet that holds all rows: last of all, so
// that what it says is true.
func (s *sheet) finish(d Document) (*Result, error) {
	d.Complete, d.Files = true, s.files()
	r := s.findings.result(d)
	for _, step := range []func() error{
		s.sync,
		func() error { return r.draw(s.dir) },
		func() error { return writeDocument(s.dir, r.Document) },
		s.tidy,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// tidy removes what writes that were killed left behind.
func (s *sheet) tidy() error {
	var errs []error
	for _, name := range []string{documentFile, svgFile, pngFile} {
		errs = append(errs, store.Clean(filepath.Join(s.dir, name)))
	}
	return errors.Join(errs...)
}
