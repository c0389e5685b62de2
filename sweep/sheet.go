package sweep

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"errbench/internal/stat"
	"errbench/internal/store"
)

// The files of a folder.
const (
	documentFile = "sweep.json"
	csvFile      = "points.csv"
	jsonFile     = "points.jsonl"
)

// sheet is the rows of a folder while they are written.
type sheet struct {
	rows      *rows
	dir       string
	csv, json *rowFile
	both      []*rowFile
	written   int64 // rows that both files hold
	findings  *findings
	finished  []File // what the document says of the files, if it is complete
}

// rowFile is a file of rows that grows.
type rowFile struct {
	name string
	file *os.File
	hash hash.Hash
	size int64 // bytes of whole rows; what lies behind is cut off
}

// write writes data behind the whole rows, which they are no part of yet.
func (f *rowFile) write(data []byte) error {
	_, err := f.file.WriteAt(data, f.size)
	return err
}

// take counts data that stand behind the whole rows among them.
func (f *rowFile) take(data []byte) {
	f.hash.Write(data) // it never fails
	f.size += int64(len(data))
}

// openSheet opens the files of rows in a folder, or makes both and the folder,
// and locks them for this process.
func openSheet(dir string, r *rows, d Points) (*sheet, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	s := &sheet{rows: r, dir: dir, findings: newFindings(r, d)}
	for _, name := range []string{csvFile, jsonFile} {
		file, err := openRegular(filepath.Join(dir, name))
		if err == nil {
			s.both = append(s.both, &rowFile{name: file.Name(), file: file, hash: sha256.New()})
			err = store.Lock(file)
		}
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	s.csv, s.json = s.both[0], s.both[1]
	return s, nil
}

// openRegular opens a file, or makes it. What a link names may be anybody's.
func openRegular(name string) (*os.File, error) {
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file; another folder works", name)
	}
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
}

// used returns the name of a file that a sweep writes and that is there and not
// empty, "" if there is none.
func (s *sheet) used() (string, error) {
	for _, name := range []string{csvFile, jsonFile, svgFile, pngFile} {
		info, err := os.Lstat(filepath.Join(s.dir, name))
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			continue
		}
		return name, err
	}
	return "", nil
}

// points returns how many points are written.
func (s *sheet) points() int64 { return s.written / int64(len(s.rows.strategies)) }

// header writes the first line of the CSV.
func (s *sheet) header() error {
	header := s.rows.header()
	if err := s.csv.write(header); err != nil {
		return err
	}
	s.csv.take(header)
	return nil
}

// add writes whole rows, given as CSV, to both files. After an error they still
// hold what was written before.
func (s *sheet) add(csv []byte) error {
	lines := make([]byte, 0, 3*len(csv)) // about what the keys of JSON make of it
	rows := int64(0)
	err := s.findings.take(csv, func(cells [][]byte, strategy int) {
		lines = s.rows.line(lines, cells, strategy)
		rows++
	})
	if err != nil {
		return err
	}
	if err := errors.Join(s.csv.write(csv), s.json.write(lines)); err != nil {
		return err
	}
	s.csv.take(csv)
	s.json.take(lines)
	s.written += rows
	return nil
}

// recover takes over the rows of whole points that both files hold from an
// earlier time: as far as each row is that of the point and strategy whose turn
// it is, and is the same in both. Rows that were complete and are others now are
// refused. It changes no file but for the header of an empty one.
func (s *sheet) recover(ctx context.Context, first, end int64, prefix func(point int64, strategy int) []byte) error {
	csv, json := bufio.NewReaderSize(s.csv.file, maxRow), bufio.NewReaderSize(s.json.file, maxRow)
	header, err := readLine(csv)
	if err != nil {
		return err
	}
	if bytes.Equal(header, s.rows.header()) {
		s.csv.take(header)
	} else {
		end = first // as after a kill before the first row
	}
	for point := first; point < end; point++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		rows, lines, err := s.readPoint(csv, json, func(strategy int) []byte { return prefix(point, strategy) })
		if err != nil {
			return err
		}
		if rows == nil {
			break
		}
		if err := s.takePoint(rows, lines); err != nil {
			return err
		}
	}
	for i, f := range s.files() {
		if s.finished != nil && f != s.finished[i] {
			return fmt.Errorf("%s was changed after it was complete: it does not hold the %s whose sum %s has; another folder works",
				s.both[i].name, stat.Plural(s.finished[i].Rows, "row"), documentFile)
		}
	}
	if s.csv.size == 0 {
		return s.header()
	}
	return nil
}

// takePoint counts the rows of a point that both files hold.
func (s *sheet) takePoint(rows, lines [][]byte) error {
	for i, row := range rows {
		cells, _ := s.rows.split(row, i)
		if err := s.findings.add(cells); err != nil {
			return err
		}
		s.csv.take(row)
		s.json.take(lines[i])
		s.written++
	}
	return nil
}

// readPoint reads the rows of one point from both files; nil if they are not
// whole.
func (s *sheet) readPoint(csv, json *bufio.Reader, prefix func(strategy int) []byte) (rows, lines [][]byte, err error) {
	for i := range s.rows.strategies {
		row, errRow := readLine(csv)
		line, errLine := readLine(json)
		if err := errors.Join(errRow, errLine); err != nil {
			return nil, nil, err
		}
		cells, ok := s.rows.split(row, i)
		if !ok || !bytes.HasPrefix(row, prefix(i)) || !bytes.Equal(line, s.rows.line(nil, cells, i)) {
			return nil, nil, nil
		}
		rows, lines = append(rows, row), append(lines, line)
	}
	return rows, lines, nil
}

// maxRow is more bytes than a row has.
const maxRow = 1 << 16

// readLine reads up to the end of a line, but no more than maxRow; nothing at
// the end of the file.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err == io.EOF || err == bufio.ErrBufferFull {
		err = nil
	}
	return bytes.Clone(line), err
}

// cut ends the files behind their whole rows.
func (s *sheet) cut() error {
	return errors.Join(s.csv.file.Truncate(s.csv.size), s.json.file.Truncate(s.json.size))
}

// files tells what the files hold.
func (s *sheet) files() []File {
	var files []File
	for _, p := range s.both {
		files = append(files, File{Name: filepath.Base(p.name), Rows: s.written, Bytes: p.size, SHA256: hex.EncodeToString(p.hash.Sum(nil))})
	}
	return files
}

// close closes the files, which unlocks them; without sync what was written may
// not have reached the disk.
func (s *sheet) close() error {
	var errs []error
	for _, f := range s.both {
		errs = append(errs, f.file.Close())
	}
	return errors.Join(errs...)
}

func (s *sheet) sync() error { return errors.Join(s.csv.file.Sync(), s.json.file.Sync()) }

// writeDocument replaces the document of a folder in one step.
func writeDocument(dir string, d Document) error {
	return replace(filepath.Join(dir, documentFile), d.encode())
}

// replace replaces a file in one step.
func replace(file string, data []byte) error {
	if err := store.Write(file, data); err != nil {
		return fmt.Errorf("%s cannot be written: %w", file, err)
	}
	return nil
}
