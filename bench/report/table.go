// SPDX-License-Identifier: Apache-2.0

package report

import (
	"strings"
	"unicode/utf8"
)

// table is a Markdown table whose columns are padded, so that its source reads well on a terminal.
type table struct {
	head []column
	rows [][]string
}

// column is one column's title and alignment.
type column struct {
	title string
	align align
}

// align is a column's alignment.
type align uint8

const (
	left  align = iota // text
	right              // numbers
)

// add appends a row; missing cells are empty.
func (t *table) add(cells ...string) {
	row := make([]string, len(t.head))
	copy(row, cells)
	t.rows = append(t.rows, row)
}

// write appends the table. Cells must not hold line breaks; bars in them are escaped.
func (t *table) write(b *strings.Builder) {
	width := make([]int, len(t.head))
	titles := make([]string, len(t.head))
	for i, c := range t.head {
		titles[i] = c.title
		width[i] = max(utf8.RuneCountInString(c.title), 3)
	}
	rows := make([][]string, len(t.rows))
	for r, row := range t.rows {
		rows[r] = make([]string, len(row))
		for i, cell := range row {
			cell = strings.ReplaceAll(cell, "|", `\|`)
			rows[r][i] = cell
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	t.line(b, titles, width)
	for i, c := range t.head {
		b.WriteString("|" + strings.Repeat("-", width[i]+1))
		if c.align == right {
			b.WriteString(":")
		} else {
			b.WriteString("-")
		}
	}
	b.WriteString("|\n")
	for _, row := range rows {
		t.line(b, row, width)
	}
}

func (t *table) line(b *strings.Builder, cells []string, width []int) {
	for i, cell := range cells {
		pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
		if t.head[i].align == right {
			b.WriteString("| " + pad + cell + " ")
		} else {
			b.WriteString("| " + cell + pad + " ")
		}
	}
	b.WriteString("|\n")
}
