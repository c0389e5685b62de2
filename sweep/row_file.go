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

// documentFile holds the document of a folder.
const documentFile = "sweep.json"

// folderFiles returns the names of all files that a sweep can write to a folder.
func folderFiles() []string {
	return []string{CSV.file(), JSONL.file(), documentFile, svgFile, pngFile}
}

// rowFile is the file of rows of a folder while it grows.
type rowFile struct {
	rows     *rows
	dir      string
	file     *os.File
	hash     hash.Hash
	size     int64 // bytes of whole rows; cut removes the rest
	written  int64 // rows
	findings *findings
	finished *File // the description in the document; nil unless that is complete
}

// openRowFile opens the file of rows in a folder, and makes both if need be. It locks
// the file for this process.
func openRowFile(dir string, r *rows, d Points) (*rowFile, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	file, err := openRegular(filepath.Join(dir, r.format.file()))
	if err != nil {
		return nil, err
	}
	f := &rowFile{rows: r, dir: dir, file: file, hash: sha256.New(), findings: newFindings(r, d)}
	if err := store.Lock(file); err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

// openRegular opens or makes a regular file. It refuses a link, which may lead to a file
// elsewhere.
func openRegular(name string) (*os.File, error) {
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file; choose another folder", name)
	}
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
}

// used returns the name of a file in the folder that a sweep can write and that is
// not empty, "" if there is none. It ignores the document.
func (f *rowFile) used() (string, error) {
	for _, name := range folderFiles() {
		info, err := os.Lstat(filepath.Join(f.dir, name))
		if name == documentFile || errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			continue
		}
		return name, err
	}
	return "", nil
}

// points returns the number of points in the file.
func (f *rowFile) points() int64 { return f.written / int64(len(f.rows.strategies)) }

// append writes whole lines to the end of the file. After an error the file still
// holds what was written before.
func (f *rowFile) append(lines []byte) error {
	if _, err := f.file.WriteAt(lines, f.size); err != nil {
		return err
	}
	f.count(lines)
	return nil
}

// count adds lines that the file holds to its size and sum.
func (f *rowFile) count(lines []byte) {
	f.hash.Write(lines) // it never fails
	f.size += int64(len(lines))
}

// add writes whole rows, given as CSV.
func (f *rowFile) add(csv []byte) error {
	lines, n, err := f.findings.take(csv)
	if err != nil {
		return err
	}
	if err := f.append(lines); err != nil {
		return err
	}
	f.written += n
	return nil
}

// recover counts the rows of whole points that an earlier process wrote, up to the
// first line that is not the row of the next point and strategy, to the byte. It
// returns an error if the file was complete and has changed. It changes nothing but
// an empty file, which gets its header.
func (f *rowFile) recover(ctx context.Context, first, end int64, begins func(point int64, strategy int) [][]byte) error {
	lines := bufio.NewReaderSize(f.file, maxRow)
	for point := first; point < end && f.hasHeader(lines, point == first); point++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if whole, err := f.recoverPoint(lines, func(strategy int) [][]byte { return begins(point, strategy) }); err != nil {
			return err
		} else if !whole {
			break
		}
	}
	if f.finished != nil && *f.finished != f.described() {
		return fmt.Errorf("%s was changed after it was complete: it no longer holds the %s whose sum is in %s; choose another folder",
			f.file.Name(), stat.Plural(f.finished.Rows, "row"), documentFile)
	}
	if f.size == 0 {
		return f.append(f.rows.header())
	}
	return nil
}

// hasHeader reports whether the file begins with the header; it reads the header
// at the start of the file only.
func (f *rowFile) hasHeader(lines *bufio.Reader, start bool) bool {
	header := f.rows.header()
	if !start || header == nil {
		return true
	}
	line, err := readLine(lines)
	if err != nil || !bytes.Equal(line, header) {
		return false // as after a kill before the first row
	}
	f.count(line)
	return true
}

// recoverPoint counts the rows of one point, and reports whether they are whole.
func (f *rowFile) recoverPoint(lines *bufio.Reader, begins func(strategy int) [][]byte) (whole bool, err error) {
	var all []byte
	var rows [][][]byte
	for i := range f.rows.strategies {
		line, cells, err := f.rows.read(lines, i, begins(i))
		if err != nil || cells == nil {
			return false, err
		}
		all, rows = append(all, line...), append(rows, cells)
	}
	for _, cells := range rows {
		if err := f.findings.add(cells); err != nil {
			return false, err
		}
	}
	f.count(all)
	f.written += int64(len(rows))
	return true, nil
}

// read reads the next line. Its cells are nil unless the line is a row of the strategy that
// begins with the given cells.
func (r *rows) read(lines *bufio.Reader, strategy int, begins [][]byte) (line []byte, cells [][]byte, err error) {
	line, err = readLine(lines)
	if err != nil {
		return nil, nil, err
	}
	cells, whole := r.decode(line, strategy)
	if !whole {
		return line, nil, nil
	}
	for i, cell := range begins {
		if !bytes.Equal(cells[i], cell) {
			return line, nil, nil
		}
	}
	return line, cells, nil
}

// maxRow bounds the bytes of a row.
const maxRow = 1 << 16

// readLine reads up to the end of a line, at most maxRow bytes. At the end of the
// file it returns nothing.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err == io.EOF || err == bufio.ErrBufferFull {
		err = nil
	}
	return bytes.Clone(line), err
}

// cut removes the bytes after the whole rows.
func (f *rowFile) cut() error { return f.file.Truncate(f.size) }

// described returns the description of the file for the document.
func (f *rowFile) described() File {
	return File{Name: filepath.Base(f.file.Name()), Rows: f.written, Bytes: f.size, SHA256: hex.EncodeToString(f.hash.Sum(nil))}
}

// close closes and unlocks the file. Without a sync before it, the disk can lack the last
// rows.
func (f *rowFile) close() error { return f.file.Close() }

// writeDocument replaces the document of a folder in one step.
func writeDocument(dir string, d Document) error {
	data, err := store.Encode(d)
	if err != nil {
		return err
	}
	return replace(filepath.Join(dir, documentFile), data)
}

// replace replaces a file in one step.
func replace(file string, data []byte) error {
	if err := store.Write(file, data); err != nil {
		return fmt.Errorf("%s cannot be written: %w", file, err)
	}
	return nil
}
