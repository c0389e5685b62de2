package chart

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Drawer draws a chart in one format.
type Drawer func(Chart, Theme) ([]byte, error)

// DrawerOf returns [SVG] or [PNG], as a file's ending tells.
func DrawerOf(file string) (Drawer, error) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".svg":
		return SVG, nil
	case ".png":
		return PNG, nil
	default:
		return nil, fmt.Errorf("the ending of %q tells no picture; .svg and .png do", file)
	}
}
