// SPDX-License-Identifier: Apache-2.0

package smtlib

import "fmt"

// Pos is a position in an input text. The zero value means "no position".
type Pos struct {
	File   string
	Line   int // from 1
	Column int // from 1, in bytes
	Offset int64
}

// String returns "file:line:column", or "-" for the zero value.
func (p Pos) String() string {
	if p.Line == 0 {
		return "-"
	}
	if p.File == "" {
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}
