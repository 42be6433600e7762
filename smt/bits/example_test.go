// SPDX-License-Identifier: Apache-2.0

package bits_test

import (
	"context"
	"fmt"
	"math/big"

	"cornet/smt/bits"
	"cornet/smt/sat"
)

// Which 8-bit numbers x > 1 and y > 1 have the product 221, without overflow?
func Example() {
	b := bench{sat.New(sat.Options{})}
	c := bits.New(b)
	x, y := b.word(8), b.word(8)
	one, no := c.Constant(big.NewInt(1), 8), c.Constant(new(big.Int), 8)
	wide := func(x bits.Word) bits.Word { return append(append(bits.Word{}, x...), no...) }
	product := c.Mul(wide(x), wide(y))
	b.AddClause(c.Eq(product, c.Constant(big.NewInt(221), 16)))
	b.AddClause(c.Ule(x, one).Not())
	b.AddClause(c.Ule(y, one).Not())
	b.AddClause(c.Ule(x, y))
	fmt.Println(b.Solve(context.Background()), b.value(x), b.value(y))
	// Output: sat 13 17
}
