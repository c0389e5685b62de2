package sweep

import (
	"bufio"
	"bytes"
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

	"errbench/replay"
)

// Merge joins the folders of all shards of a sweep, given in any order, in a new
// folder, to the bytes of the sweep that was never split. Its error names every
// folder that is missing, there twice, incomplete, damaged or of another sweep.
// After an error nothing is left behind.
func Merge(ctx context.Context, dirs []string, to string) (*Result, error) {
	parts, err := readParts(dirs)
	if err != nil {
		return nil, err
	}
	d := parts[0].whole()
	_, err = os.Lstat(to)
	made := errors.Is(err, fs.ErrNotExist)
	if err := prepare(to, d, false); err != nil {
		return nil, err
	}
	sheet, err := openSheet(to, newRows(d.keys(), d.Strategies))
	if err == nil {
		err = sheet.join(ctx, parts)
	}
	if err == nil {
		return sheet.finish(d)
	}
	err = errors.Join(err, sheet.remove())
	if made {
		err = errors.Join(err, os.Remove(to))
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
		case err == nil && d.Shard == nil:
			err = fmt.Errorf("%s holds a whole sweep; the parts of one, from errbench sweep --shard, work", dir)
		case err == nil && !d.Complete:
			err = fmt.Errorf("%s is incomplete: shard %v was cut short; resuming it completes it", dir, d.Shard)
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
	var errs []error
	first := parts[0]
	for _, p := range parts[1:] {
		if diff := p.whole().difference(first.whole()); diff != "" {
			errs = append(errs, fmt.Errorf("%s is part of another sweep than %s: %s", p.dir, first.dir, diff))
		} else if p.Shard.Count != first.Shard.Count {
			errs = append(errs, fmt.Errorf("%s is shard %v, and %s is shard %v: they are of different splits", p.dir, p.Shard, first.dir, first.Shard))
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	slices.SortStableFunc(parts, func(a, b folder) int { return int(a.Shard.Index - b.Shard.Index) })
	indices := []int64{parts[0].Shard.Index}
	for i, p := range parts[1:] {
		indices = append(indices, p.Shard.Index)
		if p.Shard.Index == parts[i].Shard.Index {
			errs = append(errs, fmt.Errorf("%s and %s are both shard %v; one of them works", parts[i].dir, p.dir, p.Shard))
		}
	}
	if _, missing := replay.Missing(indices, first.Shard.Count); missing != "" && len(errs) == 0 {
		errs = append(errs, errors.New(missing))
	}
	return errors.Join(errs...)
}

// join appends the rows of the parts.
func (s *sheet) join(ctx context.Context, parts []folder) error {
	if err := s.header(); err != nil {
		return err
	}
	for _, p := range parts {
		if err := s.append(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// append appends the rows of a part, and holds its files against its document.
func (s *sheet) append(ctx context.Context, p folder) error {
	name := filepath.Join(p.dir, csvFile)
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	sum, before := sha256.New(), s.written
	lines := bufio.NewReaderSize(io.TeeReader(file, sum), maxRow)
	if header, err := readLine(lines); err != nil || !bytes.Equal(header, s.rows.header()) {
		return errors.Join(err, fmt.Errorf("%s has other columns than %s says", name, documentFile))
	}
	for block := []byte{}; ; block = block[:0] {
		for len(block) < maxRow {
			line, err := readLine(lines)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if len(line) == 0 {
				break
			}
			block = append(block, line...)
		}
		if len(block) == 0 {
			break
		}
		if err := errors.Join(ctx.Err(), s.add(block)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if found := hex.EncodeToString(sum.Sum(nil)); found != p.Files[0].SHA256 || s.written-before != p.Files[0].Rows {
		return fmt.Errorf("%s was changed after it was written: its sum is %s, and not %s as %s says", name, found, p.Files[0].SHA256, documentFile)
	}
	return nil
}

// remove closes the files and removes the folder's own.
func (s *sheet) remove() error {
	if s == nil {
		return nil
	}
	errs := []error{s.close()}
	for _, name := range []string{csvFile, jsonFile, documentFile} {
		errs = append(errs, os.Remove(filepath.Join(s.dir, name)))
	}
	return errors.Join(errs...)
}
