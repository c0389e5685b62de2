package chart

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"math"

	"git.sr.ht/~sbinet/gg"
	"gonum.org/v1/plot/vg"
)

// resolution is the number of pixels for a unit of a sheet.
const resolution = 2

// png paints the sheet as gonum.org/v1/plot/vg/vgimg would, with the same
// rasterizer. vgimg itself makes the tables of a LaTeX parser at the start of
// every command.
func (s *sheet) png() ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, resolution*int(sheetWidth), resolution*int(math.Ceil(float64(s.height)))))
	draw.Draw(img, img.Bounds(), image.NewUniform(paper.rgba(1)), image.Point{}, draw.Src)
	c := gg.NewContextForRGBA(img)
	c.SetLineCapButt()
	for _, m := range s.shapes {
		c.SetColor(m.paint.rgba(m.opacity))
		if m.text != nil {
			paintText(c, m.text)
			continue
		}
		trace(c, m.path)
		if m.width == 0 {
			c.Fill()
			continue
		}
		dash := make([]float64, len(m.dash))
		for i, d := range m.dash {
			dash[i] = pixels(d)
		}
		c.SetDash(dash...)
		c.SetLineWidth(pixels(m.width))
		c.Stroke()
	}
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

func paintText(c *gg.Context, t *text) {
	face := t.face.FontFace(72 * resolution) // a unit is a point at 72 dots per inch
	defer face.Close()
	c.SetFontFace(face)
	c.DrawString(t.string, pixels(t.left()), pixels(t.at.Y))
}

// trace sets the current path of a context.
func trace(c *gg.Context, p vg.Path) {
	for _, part := range p {
		x, y := pixels(part.Pos.X), pixels(part.Pos.Y)
		switch part.Type {
		case vg.MoveComp:
			c.MoveTo(x, y)
		case vg.LineComp:
			c.LineTo(x, y)
		case vg.ArcComp:
			c.DrawCircle(x, y, pixels(part.Radius))
		case vg.CloseComp:
			c.ClosePath()
		}
	}
}

func pixels(l vg.Length) float64 { return float64(l) * resolution }
