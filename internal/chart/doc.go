// Package chart draws plain data as SVG or PNG. It knows nothing about what
// the numbers mean, and the same chart gives the same bytes each time.
//
// A [Chart] is one of three types: [Rows] has a row for each name, with points,
// bars or swings; [Lines] shows how measures depend on a number; [HeatMap] shows
// how a difference depends on two numbers. [SVG] and [PNG] draw any of them, and
// [DrawerOf] chooses one of the two by the name of a file.
//
// An SVG follows the reader's light or dark theme, in a file and in a page. A
// PNG is light. No chart is interactive, and none reads or writes files.
package chart
