// SPDX-License-Identifier: Apache-2.0

package rational

import (
	"fmt"
	"math/big"

	"cornet/internal/bound"
)

// MaxBits limits numerators and denominators. Squares of squares exhaust any memory within a few
// operations, and none of these can be interrupted.
const MaxBits = 1 << 19

// tooLarge ends a computation whose result is beyond MaxBits.
func tooLarge() {
	panic(&bound.Exceeded{What: fmt.Sprintf("numbers of more than %d bits", MaxBits)})
}

// bits returns the number of bits of the numerator and denominator of x, and 0 for words.
func (x Rat) bits() int {
	if x.big == nil {
		return 0
	}
	return x.big.Num().BitLen() + x.big.Denom().BitLen()
}

// within panics if one of xs is beyond MaxBits.
func within(xs ...*big.Int) {
	for _, x := range xs {
		if x.BitLen() > MaxBits {
			tooLarge()
		}
	}
}

// withinProduct panics, before it is computed, if a product is beyond MaxBits.
func withinProduct(x, y *big.Int) {
	if x.BitLen()+y.BitLen() > MaxBits+1 {
		tooLarge()
	}
}
