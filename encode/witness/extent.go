// SPDX-License-Identifier: Apache-2.0

package witness

import "cornet/encode/cfg"

// An Extent is a piece of a text that is executed from its beginning: a statement without inner
// ones, or a declaration.
type Extent struct {
	first, last token
}

// Has reports whether a position is in the extent.
func (x Extent) Has(p cfg.Pos) bool {
	after := p.Line > x.first.line || p.Line == x.first.line && p.Column >= x.first.at
	return after && (p.Line < x.last.line || p.Line == x.last.line && p.Column <= x.last.at)
}

// Extents returns the extents with code on a line. The result is unknown if the line has a part of
// a list of initialisers, or a part of a statement expression.
func (f File) Extents(line int) (z []Extent, known bool) {
	ts := scan(f.Text)
	for i := 0; i < len(ts); i++ {
		if ts[i].line != line || ends[ts[i].text] {
			continue
		}
		if !ts.inBlocks(i) {
			return nil, false
		}
		first := ts.statement(i)
		last := first
		if parenthesized[ts[first].text] && first+1 < len(ts) && ts[first+1].match > 0 {
			last = ts[first+1].match
		} else {
			for last+1 < len(ts) && ts[last].text != ";" {
				if next := ts[last+1]; next.text == "{" && !ts.isBlock(last+1) || next.text == "(" || next.text == "[" {
					if next.match < 0 {
						return nil, false
					}
					last = next.match
				} else if next.text == "{" || next.text == "}" {
					break
				} else {
					last++
				}
			}
		}
		if last < i {
			return nil, false
		}
		z, i = append(z, Extent{ts[first], ts[last]}), last
	}
	return z, true
}

// isBlock reports whether the brace at token i opens a block of statements.
func (ts tokens) isBlock(i int) bool {
	if i == 0 {
		return false
	}
	prev := ts[i-1]
	switch {
	case ts[i].parens > 0:
		return false
	case prev.text == ":":
		return ts.isLabel(i - 1)
	case prev.text == ")":
		return prev.match > 0 && (parenthesized[ts[prev.match-1].text] || ts.around(i) < 0)
	}
	return ends[prev.text]
}

// around returns the brace that encloses token i, or -1.
func (ts tokens) around(i int) int {
	for i--; i >= 0; i-- {
		switch {
		case ts[i].text == "}" && ts[i].match >= 0:
			i = ts[i].match
		case ts[i].text == "{":
			return i
		}
	}
	return -1
}

// inBlocks reports whether all braces around token i belong to blocks.
func (ts tokens) inBlocks(i int) bool {
	for i = ts.around(i); i >= 0; i = ts.around(i) {
		if !ts.isBlock(i) {
			return false
		}
	}
	return true
}
