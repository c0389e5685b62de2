package chart

import "gonum.org/v1/plot/vg"

// entry is a sample of a mark with its meaning.
type entry struct {
	sample func(x, y vg.Length) // draws it around a middle, within keyWidth; nil for none
	text   string
}

const keyWidth vg.Length = 22

// legend writes entries side by side, in as many lines as they need, and moves
// top below them.
func (s *sheet) legend(entries []entry) {
	if len(entries) == 0 {
		return
	}
	face := s.plain(textSize)
	x, y := margin, s.top+textSize/2
	for _, e := range entries {
		key := keyWidth + 6
		if e.sample == nil {
			key = 0
		}
		text := shorten(face, e.text, sheetWidth-2*margin-key)
		width := key + face.Width(text)
		if x > margin && x+width > sheetWidth-margin {
			x, y = margin, y+textSize+6
		}
		if e.sample != nil {
			e.sample(x+keyWidth/2, y)
		}
		s.write(text, face, ink, x+key, y+textSize/3, start)
		x += width + gap
	}
	s.top = y + textSize/2 + 10
}
