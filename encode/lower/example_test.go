// SPDX-License-Identifier: Apache-2.0

package lower_test

import (
	"fmt"

	"cornet/encode/cc"
	"cornet/encode/lower"
	"cornet/encode/scalar"
)

func Example() {
	p, err := cc.Load("a.c", []byte(`
struct point { int x, y; };
int main(void) {
	struct point a = {1, 2}, *p = &a;
	p->y = p->x;
	return a.y;
}`), cc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	z := lower.Program(p)
	for n := z.Main.Entry; len(n.Out) == 1; n = n.Out[0].To {
		e := n.Out[0]
		if a, ok := e.Op.(scalar.Assign); ok && a.To.Name != "result" {
			fmt.Println(scalar.OpString(e.Op))
		}
	}
	// Output:
	// heap = 72
	// a.x = 1
	// a.y = 2
	// p = 64
	// a.y = a.x
}
