package sweep

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"

	"errbench/atomicfile"
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
	csv, json *part
	written   int64 // rows that both files hold
	findings  *findings
}

// part is a file that grows.
type part struct {
	name string
	file *os.File
	hash hash.Hash
	size int64 // bytes of whole rows; what lies behind is cut off
}

func (p *part) write(data []byte) error {
	if _, err := p.file.WriteAt(data, p.size); err != nil {
		return err
	}
	p.take(data)
	return nil
}

// take counts data that stand in the file already.
func (p *part) take(data []byte) {
	p.hash.Write(data) // it never fails
	p.size += int64(len(data))
}

// openSheet opens the files of rows in a folder, or makes them, and locks them
// for this process.
func openSheet(dir string, r *rows) (*sheet, error) {
	s := &sheet{rows: r, dir: dir, findings: newFindings(r)}
	for _, to := range []struct {
		part **part
		name string
	}{{&s.csv, csvFile}, {&s.json, jsonFile}} {
		file, err := os.OpenFile(filepath.Join(dir, to.name), os.O_RDWR|os.O_CREATE, 0o644)
		if err == nil {
			*to.part = &part{name: file.Name(), file: file, hash: sha256.New()}
			if locked := lock(file); locked != nil {
				err = fmt.Errorf("%s is being written by another process: %w", file.Name(), locked)
			}
		}
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	return s, nil
}

// points returns how many points are written.
func (s *sheet) points() int64 { return s.written / int64(len(s.rows.strategies)) }

// header writes the first line of the CSV.
func (s *sheet) header() error { return s.csv.write(s.rows.header()) }

// add writes whole rows, given as CSV, to both files. After an error they still
// hold what was written before.
func (s *sheet) add(csv []byte) error {
	var lines []byte
	written := s.written
	for line := range bytes.Lines(csv) {
		of := int(written % int64(len(s.rows.strategies)))
		cells, ok := s.rows.split(line, of)
		if !ok {
			return fmt.Errorf("found %q, which is no row of %d columns", line, len(s.rows.columns))
		}
		if err := s.findings.add(cells); err != nil {
			return err
		}
		lines = s.rows.line(lines, cells, of)
		written++
	}
	size := s.csv.size
	if err := s.csv.write(csv); err != nil {
		return err
	}
	if err := s.json.write(lines); err != nil {
		s.csv.size = size
		return err
	}
	s.written = written
	return nil
}

// recover takes over the rows of whole points that both files hold from an
// earlier time: as far as each row is that of the point and strategy whose turn
// it is, and is the same in both. It cuts off the rest.
func (s *sheet) recover(first, end int64, prefix func(point int64, strategy int) []byte) error {
	csv, json := bufio.NewReaderSize(s.csv.file, maxRow), bufio.NewReaderSize(s.json.file, maxRow)
	header, err := readLine(csv)
	if err != nil {
		return err
	}
	if !bytes.Equal(header, s.rows.header()) {
		return errors.Join(s.cut(), s.header()) // as after a kill before the first row
	}
	s.csv.take(header)
	for point := first; point < end; point++ {
		rows, lines, err := s.readPoint(csv, json, func(strategy int) []byte { return prefix(point, strategy) })
		if err != nil {
			return err
		}
		if rows == nil {
			break
		}
		for i, row := range rows {
			cells, _ := s.rows.split(row, i)
			if err := s.findings.add(cells); err != nil {
				return err
			}
			s.csv.take(row)
			s.json.take(lines[i])
			s.written++
		}
	}
	return s.cut()
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
	for _, p := range []*part{s.csv, s.json} {
		files = append(files, File{Name: filepath.Base(p.name), Rows: s.written, Bytes: p.size, SHA256: hex.EncodeToString(p.hash.Sum(nil))})
	}
	return files
}

// close closes the files; without sync what was written may not have reached
// the disk.
func (s *sheet) close() error {
	var errs []error
	for _, p := range []*part{s.csv, s.json} {
		if p != nil {
			errs = append(errs, p.file.Close())
		}
	}
	return errors.Join(errs...)
}

func (s *sheet) sync() error { return errors.Join(s.csv.file.Sync(), s.json.file.Sync()) }

// writeDocument replaces the document of a folder in one step.
func writeDocument(dir string, d Document) error {
	return atomicfile.Write(filepath.Join(dir, documentFile), d.encode())
}
