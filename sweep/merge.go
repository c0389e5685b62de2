package sweep

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"errbench/internal/shard"
	"errbench/internal/strict"
)

// Merge joins the folders of all shards of a sweep, in any order, into a new folder with the
// bytes of the sweep without shards. Its error names each folder that is missing, given twice,
// incomplete, damaged or of another sweep. After an error Merge removes what it wrote.
func Merge(ctx context.Context, dirs []string, to string) (*Result, error) {
	parts, err := readParts(dirs)
	if err != nil {
		return nil, err
	}
	d := parts[0].unsharded()
	of, err := d.sweep()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(parts[0].dir, documentFile), err)
	}
	_, err = os.Lstat(to)
	made := errors.Is(err, fs.ErrNotExist)
	file, err := openRowFile(to, newRows(d.Assumptions, d.keys(), d.Strategies, d.Format), d.Design)
	if err != nil {
		return nil, err
	}
	defer file.close()
	if err := file.claim(d, true); err != nil { // a merge that was killed is repeated
		file.leave()
		return nil, err
	}
	if file.finished != nil {
		return nil, fmt.Errorf("%s %w", to, ErrOccupied)
	}
	err = file.join(ctx, of, parts)
	if err == nil {
		var r *Result
		if r, err = file.finish(d); err == nil {
			return r, nil
		}
	}
	err = errors.Join(err, file.remove())
	if made {
		_ = os.Remove(to) // it stays if it holds other files
	}
	return nil, err
}

// folder is the folder of a shard.
type folder struct {
	dir string
	Document
}

// readParts reads the documents of the folders, in the order of their points.
func readParts(dirs []string) ([]folder, error) {
	var parts []folder
	var faults strict.Faults
	for _, dir := range dirs {
		d, err := readDocument(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			err = fmt.Errorf("%s has no %s; make the folder with `errbench sweep --shard I/N --out DIR`", dir, documentFile)
		case err == nil && !d.Complete:
			err = fmt.Errorf("%s is incomplete: shard %v was interrupted; complete it with the same command and `--resume`", dir, d.shard())
		}
		faults.Add(err)
		parts = append(parts, folder{dir, d})
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return parts, fit(parts)
}

// fit sorts the parts. It returns an error unless they are all shards of one sweep.
func fit(parts []folder) error {
	var split shard.Split
	var faults strict.Faults
	for _, p := range parts {
		if diff := p.unsharded().difference(parts[0].unsharded()); diff != "" {
			faults.Add(fmt.Errorf("%s belongs to another sweep than %s: %s", p.dir, parts[0].dir, diff))
		} else {
			faults.Add(split.Add(p.shard(), p.dir))
		}
	}
	if err := faults.Err(); err != nil {
		return err
	}
	slices.SortFunc(parts, func(a, b folder) int { return cmp.Compare(a.shard().Index, b.shard().Index) })
	if first, missing := split.Missing(); missing != "" {
		return fmt.Errorf("%s; `errbench sweep --shard %v --out DIR` with the same flags makes it", missing, first)
	}
	return nil
}

// join appends the rows of the parts.
func (f *rowFile) join(ctx context.Context, of *Sweep, parts []folder) error {
	if err := errors.Join(f.cut(), f.append(f.rows.header())); err != nil {
		return err
	}
	for _, p := range parts {
		if err := f.joinPart(ctx, of, p); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(p.dir, f.rows.format.file()), err)
		}
	}
	return nil
}

// joinPart appends the rows of a part. It returns an error unless the file has the sum of its document.
func (f *rowFile) joinPart(ctx context.Context, of *Sweep, p folder) error {
	file, err := open(filepath.Join(p.dir, f.rows.format.file()))
	if err != nil {
		return err
	}
	defer file.Close()
	sum := sha256.New()
	lines := bufio.NewReaderSize(io.TeeReader(file, sum), maxRow)
	if header := f.rows.header(); header != nil {
		if line, err := readLine(lines); err != nil || !bytes.Equal(line, header) {
			return cmp.Or(err, errors.New("got other columns than this version of errbench writes; make the folder anew"))
		}
	}
	first, end := p.shard().Range(p.Design.Points)
	begins := of.begins()
	for point := first; point < end; point++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := f.joinPoint(lines, func(strategy int) [][]byte { return begins(point, strategy) }); err != nil {
			return err
		}
	}
	if rest, err := readLine(lines); err != nil || len(rest) > 0 {
		return cmp.Or(err, fmt.Errorf("got %s after the last row, want the end of the file", strict.Quote(string(rest))))
	}
	if found := hex.EncodeToString(sum.Sum(nil)); found != p.Rows.SHA256 {
		return fmt.Errorf("it was changed after it was written: its sum is %s, and not %s as %s says", found, p.Rows.SHA256, documentFile)
	}
	return nil
}

// joinPoint appends the rows of a point.
func (f *rowFile) joinPoint(lines *bufio.Reader, begins func(strategy int) [][]byte) error {
	var all []byte
	for i, strategy := range f.rows.strategies {
		want := begins(i)
		line, cells, err := f.rows.read(lines, i, want)
		switch {
		case err != nil:
			return err
		case cells == nil:
			return fmt.Errorf("got %s, want a row of %s that begins with %s", strict.Quote(string(line)), strategy.text, bytes.Join(want, []byte(",")))
		}
		if err := f.findings.add(cells); err != nil {
			return err
		}
		all = append(all, line...)
	}
	f.written += int64(len(f.rows.strategies))
	return f.append(all)
}

// remove removes all files of the folder.
func (f *rowFile) remove() error {
	var errs []error
	for _, name := range folderFiles() {
		if err := os.Remove(filepath.Join(f.dir, name)); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs, f.tidy())...)
}
