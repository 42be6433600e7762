// SPDX-License-Identifier: Apache-2.0

package rational_test

import (
	"fmt"

	"cornet/internal/rational"
)

func Example() {
	third := rational.New(2, 6)
	half, _ := rational.Parse("0.5")
	sum := third.Add(half)
	fmt.Println(sum, sum.Floor(), sum.Ceil())

	// Beyond 64 bits, only the speed changes.
	x := rational.Int(1)
	for range 10 {
		x = x.Mul(rational.Int(1_000_000_007))
	}
	fmt.Println(x.IsInt(), x.Div(x))

	q, r := rational.Int(-7).DivEuclid(rational.Int(2))
	fmt.Println(q, r)
	// Output:
	// 5/6 0 1
	// true 1
	// -4 1
}
