// SPDX-License-Identifier: Apache-2.0

package chc

import "cornet/internal/option"

var intsWords = []string{"auto", "wrap", "math", "bv"}

// String returns the word for i.
func (i Ints) String() string { return intsWords[i] }

// UnmarshalText reads the word for i.
func (i *Ints) UnmarshalText(text []byte) error { return option.ReadWord(i, text, intsWords...) }
