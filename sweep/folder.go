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

// ErrOccupied is wrapped by the error about a folder that holds a sweep, unless the sweep
// resumes it.
var ErrOccupied = errors.New("holds a sweep already")

// Write computes the sweep into a folder, which it makes if necessary. The folder gets the
// rows of the points in order, and a document. With resume, Write continues the sweep in the
// folder, and ends with the bytes of a sweep without an interruption. Without resume, the folder
// must not hold a sweep. A folder of another sweep is an error.
//
// If anything ends the sweep after its first point, Write returns a Result that is not
// complete, with the Cause, instead of an error. The folder then holds whole points.
func (s *Sweep) Write(ctx context.Context, dir string, resume bool, o Options) (*Result, error) {
	d, err := s.document()
	if err != nil {
		return nil, err
	}
	file, err := openRowFile(dir, s.rows(), d.Design)
	if err != nil {
		return nil, err
	}
	defer file.close()
	if err := file.claim(d, resume); err != nil {
		file.leave()
		return nil, err
	}
	first, end := s.Shard.Range(s.Design.Points)
	if err := file.recover(ctx, first, end, s.begins()); err != nil {
		return nil, err // it keeps all rows, which may be valuable
	}
	if err := file.cut(); err != nil {
		return nil, err
	}
	resumed := file.points()
	r, err := s.complete(ctx, file, d, o)
	if err != nil {
		return &Result{Document: d, Done: file.points(), Cause: err}, nil
	}
	r.resumed = resumed
	return r, nil
}

// complete computes the points that the file does not hold yet.
func (s *Sweep) complete(ctx context.Context, to *rowFile, d Document, o Options) (*Result, error) {
	first, end := s.Shard.Range(s.Design.Points)
	if done := to.points(); done < end-first {
		if err := writeDocument(to.dir, d); err != nil { // an old document can say that the sweep is complete
			return nil, err
		}
		if err := s.stream(ctx, first+done, end, o, to.add); err != nil {
			return nil, errors.Join(err, to.cut())
		}
	}
	return to.finish(d)
}

// claim gives the folder to a document: a folder without a document and without
// rows, or with resume the folder of the same sweep.
func (f *rowFile) claim(d Document, resume bool) error {
	found, err := readDocument(f.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if name, err := f.used(); name != "" || err != nil {
			return cmp.Or(err, fmt.Errorf("%s has a %s but no %s, so nothing says whose rows these are; choose another folder", f.dir, name, documentFile))
		}
		return writeDocument(f.dir, d) // before the rows, so they always have a document
	case err != nil:
		return err
	case !resume:
		return fmt.Errorf("%s %w", f.dir, ErrOccupied)
	}
	if diff := found.blank().difference(d); diff != "" {
		return fmt.Errorf("%s holds another sweep: %s; repeat the command of that sweep, or choose another folder", f.dir, diff)
	}
	if found.Complete {
		f.finished = found.Rows
	}
	return nil
}

// leave removes the file of rows if it is empty: the attempt to open the folder of another
// sweep made it. A file that cannot be removed does no harm.
func (f *rowFile) leave() {
	if info, err := f.file.Stat(); err == nil && info.Size() == 0 {
		_ = os.Remove(f.file.Name())
	}
}

// open opens a file of a folder. A pipe in its place would never open.
func open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file; make the folder anew", name)
	}
	return os.Open(name)
}

// readDocument reads the document of a folder.
func readDocument(dir string) (d Document, err error) {
	name := filepath.Join(dir, documentFile)
	file, err := open(name)
	if err != nil {
		return d, err
	}
	defer file.Close()
	if err := kind.Read(file, name, &d); err != nil {
		return d, err
	}
	if err := d.shard().Validate(); err != nil {
		return d, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

// begins returns the first cells of the row of a point and a strategy: the point
// and the values of its axes.
func (s *Sweep) begins() func(point int64, strategy int) [][]byte {
	var known int64 = -1
	var cells [][]byte
	return func(point int64, strategy int) [][]byte {
		if point != known {
			_, values := s.Design.at(point, s.Assumptions)
			cells = [][]byte{fmt.Append(nil, point)}
			for _, v := range values {
				cells = append(cells, []byte(v))
			}
			known = point
		}
		return cells
	}
}

// finish completes the document of a file that holds all rows. It writes the document last,
// so the document is true at any time.
func (f *rowFile) finish(d Document) (*Result, error) {
	described := f.described()
	d.Complete, d.Rows = true, &described
	r := f.findings.result(d)
	for _, step := range []func() error{
		f.file.Sync,
		func() error { return r.draw(f.dir) },
		func() error { return writeDocument(f.dir, r.Document) },
		f.tidy,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// tidy removes temporary files of processes that were killed.
func (f *rowFile) tidy() error {
	var errs []error
	for _, name := range []string{documentFile, svgFile, pngFile} {
		errs = append(errs, store.Clean(filepath.Join(f.dir, name)))
	}
	return errors.Join(errs...)
}
