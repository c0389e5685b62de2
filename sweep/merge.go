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

	"errbench/replay"
)

// Merge joins the folders of all shards of a sweep, given in any order, in a new
// folder, to the bytes of the sweep that was never split. Its error names the
// folders that are missing, there twice, incomplete, damaged or of another
// sweep. After an error nothing is left behind.
func Merge(ctx context.Context, dirs []string, to string) (*Result, error) {
	parts, err := readParts(dirs)
	if err != nil {
		return nil, err
	}
	d := parts[0].whole()
	_, err = os.Lstat(to)
	made := errors.Is(err, fs.ErrNotExist)
	sheet, err := openSheet(to, newRows(d.keys(), d.Strategies))
	if err != nil {
		return nil, err
	}
	defer sheet.close()
	if err := sheet.claim(d, false); err != nil {
		return nil, err
	}
	if err = sheet.join(ctx, parts); err == nil {
		var r *Result
		if r, err = sheet.finish(d); err == nil {
			return r, nil
		}
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
	var split replay.Split
	var errs []error
	for _, p := range parts {
		if diff := p.whole().difference(parts[0].whole()); diff != "" {
			errs = append(errs, fmt.Errorf("%s is part of another sweep than %s: %s", p.dir, parts[0].dir, diff))
		} else {
			errs = append(errs, split.Add(*p.Shard, p.dir))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	slices.SortFunc(parts, func(a, b folder) int { return cmp.Compare(a.Shard.Index, b.Shard.Index) })
	if _, missing := split.Missing(); missing != "" {
		return errors.New(missing)
	}
	return nil
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
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := s.add(block); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if found := hex.EncodeToString(sum.Sum(nil)); found != p.Files[0].SHA256 || s.written-before != p.Files[0].Rows {
		return fmt.Errorf("%s was changed after it was written: its sum is %s, and not %s as %s says", name, found, p.Files[0].SHA256, documentFile)
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
