package main

import (
	"errbench/internal/chart"
)

// plot is a file to draw a chart to, as a flag names it; the zero value is none.
type plot struct {
	file string
	draw chart.Drawer
}

func (p *plot) String() string { return p.file }
func (p *plot) Type() string   { return "FILE" }

// Set refuses a file that could not be written, before anything is computed.
func (p *plot) Set(file string) error {
	if err := single(p.file, file); err != nil {
		return err
	}
	draw, err := chart.DrawerOf(file)
	if err != nil {
		return err
	}
	target, err := place(file)
	*p = plot{target, draw}
	return err
}

// write draws the chart in the format of the file that the flag named.
func (p plot) write(flag string, c chart.Chart) error {
	if p.file == "" {
		return nil
	}
	data, err := p.draw(c)
	if err != nil {
		return err
	}
	return replaceFile(flag, p.file, data)
}
