// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"

	"cornet/encode/cfg"
)

// A Remark is a line of an answer in addition to its verdict, such as
// "assuming: a.c:3: exit() has no body: it changes nothing".
type Remark struct {
	Kind  RemarkKind
	Place string // a position, or "" if the remark is not about one
	Text  string
}

// A RemarkKind is the word that begins the remarks of a kind.
type RemarkKind string

// The kinds of remarks.
const (
	Plain         RemarkKind = ""
	OfReplay      RemarkKind = "replay"           // how a counterexample was confirmed
	Assuming      RemarkKind = "assuming"         // what the verdict assumes
	OfCertificate RemarkKind = "certificate"      // what the written certificate has
	Bounded       RemarkKind = "bounded"          // what is known without a verdict
	OfCandidate   RemarkKind = "candidate"        // what became of a guess of the user
	OfProperty    RemarkKind = "property"         // what the property means
	Vacuous       RemarkKind = "nothing to reach" // that the program cannot violate the property
)

// Say returns a remark about the whole program.
func (k RemarkKind) Say(format string, args ...any) Remark {
	return Remark{Kind: k, Text: fmt.Sprintf(format, args...)}
}

// At returns a remark about a place.
func (k RemarkKind) At(p cfg.Pos, text string) Remark { return Remark{k, where(p), text} }

func (r Remark) String() string {
	z := r.Text
	if r.Place != "" {
		z = r.Place + ": " + z
	}
	switch r.Kind {
	case Plain:
		return z
	case OfCandidate:
		return string(r.Kind) + " " + z
	}
	return string(r.Kind) + ": " + z
}

// Remarks are the remarks on an answer, in the order in which they are printed.
type Remarks []Remark

// Lines returns the printed remarks.
func (z Remarks) Lines() []string {
	var lines []string
	for _, r := range z {
		lines = append(lines, r.String())
	}
	return lines
}
