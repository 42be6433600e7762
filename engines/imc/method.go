// SPDX-License-Identifier: Apache-2.0

package imc

import (
	"fmt"
	"strings"
)

// Method is how interpolants become an invariant.
type Method uint8

// The methods.
const (
	// Images are interpolants for the first state after a front, again and again
	// (McMillan 2003).
	Images Method = iota
	// Sequences are interpolants for all states of a run at once (Vizel and Grumberg
	// 2009).
	Sequences
	// Dual keeps sequences from both ends, each of which strengthens the other (Vizel,
	// Grumberg and Shoham 2013).
	Dual
)

var methodNames = [...]string{"images", "sequences", "dual"}

// String returns the word for m.
func (m Method) String() string { return methodNames[m] }

// UnmarshalText reads the word for m.
func (m *Method) UnmarshalText(text []byte) error {
	for k, name := range methodNames {
		if name == string(text) {
			*m = Method(k)
			return nil
		}
	}
	return fmt.Errorf("%q is no method of interpolation-based model checking; there are %s", text, strings.Join(methodNames[:], ", "))
}
