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
	"errbench/strategy"
)

// Merge joins the folders of all shards of a sweep, given in any order, in a new
// folder, to the bytes of the sweep that was never split. Its error names the
// folders that are missing, there twice, incomplete, damaged or of another
// sweep. After an error nothing is left behind. Find returns the strategies of the
// names, as [catalog.Find] does the built-in ones.
func Merge(ctx context.Context, dirs []string, to string, find func(names []string) ([]strategy.Strategy, error)) (*Result, error) {
	parts, err := readParts(dirs)
	if err != nil {
		return nil, err
	}
	d := parts[0].whole()
	of, err := d.sweep(find)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(parts[0].dir, documentFile), err)
	}
	_, err = os.Lstat(to)
	made := errors.Is(err, fs.ErrNotExist)
	sheet, err := openSheet(to, newRows(d.Assumptions, d.keys(), d.Strategies), d.Design)
	if err != nil {
		return nil, err
	}
	defer sheet.close()
	if err := sheet.claim(d, true); err != nil { // what a merge left that was killed is written anew
		sheet.leave()
		return nil, err
	}
	if sheet.finished != nil {
		return nil, fmt.Errorf("%s %w", to, ErrOccupied)
	}
	err = sheet.join(ctx, of, parts)
	if err == nil {
		var r *Result
		if r, err = sheet.finish(d); err == nil {
			return r, nil
		}
	}
	err = errors.Join(err, sheet.remove())
	if made {
		_ = os.Remove(to) // it is ours unless somebody else has put something into it
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
	var errs []error
	for _, dir := range dirs {
		d, err := readDocument(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			err = fmt.Errorf("%s has no %s; a folder that errbench sweep --shard wrote works", dir, documentFile)
		case err == nil && !d.Complete:
			err = fmt.Errorf("%s is incomplete: shard %v was cut short; resuming it completes it", dir, d.shard())
		}
		errs = append(errs, err)
		parts = append(parts, folder{dir, d})
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return parts, fit(parts)
}

// fit sorts the parts, and tells what keeps them from being one sweep.
func fit(parts []folder) error {
	var split shard.Split
	var errs []error
	for _, p := range parts {
		if diff := p.whole().difference(parts[0].whole()); diff != "" {
			errs = append(errs, fmt.Errorf("%s is part of another sweep than %s: %s", p.dir, parts[0].dir, diff))
		} else {
			errs = append(errs, split.Add(p.shard(), p.dir))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	slices.SortFunc(parts, func(a, b folder) int { return cmp.Compare(a.shard().Index, b.shard().Index) })
	if first, missing := split.Missing(); missing != "" {
		return fmt.Errorf("%s; `errbench sweep --shard %v --out DIR` with the same flags makes it", missing, first)
	}
	return nil
}

// join appends the rows of the parts.
func (s *sheet) join(ctx context.Context, of *Sweep, parts []folder) error {
	if err := errors.Join(s.cut(), s.header()); err != nil {
		return err
	}
	for _, p := range parts {
		if err := s.append(ctx, p, of.prefixes(s.rows)); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(p.dir, csvFile), err)
		}
	}
	return nil
}

// append appends the rows of a part: those of its points, whose bytes are as its
// document says.
func (s *sheet) append(ctx context.Context, p folder, prefix func(point int64, strategy int) []byte) error {
	file, err := os.Open(filepath.Join(p.dir, csvFile))
	if err != nil {
		return err
	}
	defer file.Close()
	sum := sha256.New()
	lines := bufio.NewReaderSize(io.TeeReader(file, sum), maxRow)
	if header, err := readLine(lines); err != nil || !bytes.Equal(header, s.rows.header()) {
		return cmp.Or(err, errors.New("found other columns than those of this program"))
	}
	first, end := p.shard().Range(p.Design.Points)
	for point := first; point < end; point++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var rows []byte
		for i := range s.rows.strategies {
			row, err := readLine(lines)
			if err != nil {
				return err
			}
			if !bytes.HasPrefix(row, prefix(point, i)) {
				return fmt.Errorf("found %s where a row that begins with %s should be", strict.Quote(string(row)), prefix(point, i))
			}
			rows = append(rows, row...)
		}
		if err := s.add(rows); err != nil {
			return err
		}
	}
	if rest, err := readLine(lines); err != nil || len(rest) > 0 {
		return cmp.Or(err, fmt.Errorf("found %s after the last row", strict.Quote(string(rest))))
	}
	if found := hex.EncodeToString(sum.Sum(nil)); found != p.Files[0].SHA256 {
		return fmt.Errorf("it was changed after it was written: its sum is %s, and not %s as %s says", found, p.Files[0].SHA256, documentFile)
	}
	return nil
}

// remove removes all files of the folder.
func (s *sheet) remove() error {
	var errs []error
	for _, name := range []string{csvFile, jsonFile, documentFile, svgFile, pngFile} {
		if err := os.Remove(filepath.Join(s.dir, name)); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs, s.tidy())...)
}
