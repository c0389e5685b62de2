package view

import "strings"

// pageTable is the table of a block as the template of a page takes it.
type pageTable struct {
	ID, Caption string
	Header      []pageCell
	Rows        []pageRow
}

type pageRow struct {
	Changed bool
	Cells   []pageCell
}

// pageCell is a cell: the head of its row, a word, or a number with its interval.
type pageCell struct {
	Parts        []string // the text; a narrow screen may break it between parts
	Interval     string
	Head, Number bool
	Value        string // of a number, empty if it is undefined
}

// pageTable returns the table of the block, nil if it has no rows.
func (b Block) pageTable() *pageTable {
	if len(b.Table.Rows) == 0 {
		return nil
	}
	p := &pageTable{ID: b.ID, Caption: b.Caption}
	for _, c := range b.Table.Columns {
		p.Header = append(p.Header, pageCell{Parts: []string{c.Header}, Number: c.Holds == Numbers})
	}
	for _, r := range b.Table.Rows {
		row := pageRow{Changed: r.Changed}
		for i, c := range r.Cells {
			cell := c.onPage(b.Table.Columns[i].Holds)
			cell.Head = i == 0
			row.Cells = append(row.Cells, cell)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// onPage returns the cell of a column as a page shows it.
func (c Cell) onPage(holds Content) pageCell {
	switch holds {
	case Keys:
		return pageCell{Parts: strings.SplitAfter(c.Text, ".")}
	case Words:
		return pageCell{Parts: []string{c.Text}}
	}
	cell := pageCell{Number: true, Parts: []string{c.Text}, Interval: c.Interval}
	if c.Value.Defined() {
		cell.Value = c.Value.Text()
	}
	return cell
}
