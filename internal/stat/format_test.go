package stat_test

import (
	"testing"

	"errbench/internal/stat"
)

func TestGrouped(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "0": "0", "999": "999", "1000": "1,000", "-100": "-100", "-1000": "-1,000",
		"1234567.1234567": "1,234,567.1234567", "-12345.6": "-12,345.6", "100000": "100,000",
	} {
		if got := stat.Grouped(text); got != want {
			t.Errorf("Grouped(%q) = %q, want %q", text, got, want)
		}
	}
}
