//go:build !windows

package main

import "github.com/google/renameio/v2"

// replace replaces a file in one step.
func replace(file string, data []byte) error { return renameio.WriteFile(file, data, 0o644) }
