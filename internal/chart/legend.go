package chart

import "gonum.org/v1/plot/vg"

// entry is a sign with what it means.
type entry struct {
	sign func(x, y vg.Length) // draws it around a middle, within keyWidth; nil for none
	text string
}

// keyWidth is the width of a sign.
const keyWidth vg.Length = 22

// legend writes entries side by side, in as many lines as it takes, and moves
// top below them.
func (s *sheet) legend(entries []entry) {
	if len(entries) == 0 {
		return
	}
	face := s.plain(textSize)
	x, y := margin, s.top+textSize/2
	for _, e := range entries {
		key := keyWidth + 6
		if e.sign == nil {
			key = 0
		}
		text := shorten(face, e.text, sheetWidth-2*margin-key)
		width := key + face.Width(text)
		if x > margin && x+width > sheetWidth-margin {
			x, y = margin, y+textSize+6
		}
		if e.sign != nil {
			e.sign(x+keyWidth/2, y)
		}
		s.write(text, face, s.ink, x+key, y+textSize/3, start)
		x += width + gap
	}
	s.top = y + textSize/2 + 10
}
