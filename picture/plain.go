package picture

import "errors"

func (c Intervals) Alt() string   { return c.Title }
func (c Lines) Alt() string       { return c.Title }
func (c HeatMap) Alt() string     { return c.Title }
func (c Bars) Alt() string        { return c.Title }
func (c Tornado) Alt() string     { return c.Title }
func (c Intervals) draw(s *sheet) {}
func (c Lines) draw(s *sheet)     {}
func (c HeatMap) draw(s *sheet)   {}
func (c Bars) draw(s *sheet)      {}
func (c Tornado) draw(s *sheet)   {}
func (c Intervals) check() error  { return some(len(c.Names) > 0 && len(c.Panels) > 0) }
func (c Lines) check() error      { return some(len(c.Panels) > 0) }
func (c HeatMap) check() error    { return some(len(c.Cells) > 0) }
func (c Bars) check() error       { return some(len(c.Groups) > 0) }
func (c Tornado) check() error    { return some(len(c.Swings) > 0) }
func some(ok bool) error {
	if ok {
		return nil
	}
	return errors.New("nothing to draw")
}
