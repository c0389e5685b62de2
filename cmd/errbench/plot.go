package main

import (
	"errbench/picture"
)

// plot is a file to draw a chart to, as a flag names it; the zero value is none.
type plot struct {
	file string
	draw picture.Drawer
}

func (p *plot) String() string { return p.file }
func (p *plot) Type() string   { return "FILE" }

// Set refuses a file that could not be written, before anything is computed.
func (p *plot) Set(file string) error {
	if err := single(p.file, file); err != nil {
		return err
	}
	draw, err := picture.DrawerOf(file)
	if err != nil {
		return err
	}
	target, err := place(file)
	*p = plot{target, draw}
	return err
}

// write draws the chart in the format of the file that the flag named.
func (p plot) write(flag string, c picture.Chart) error {
	if p.file == "" {
		return nil
	}
	data, err := p.draw(c, picture.Light)
	if err != nil {
		return err
	}
	return replaceFile(flag, p.file, data)
}
