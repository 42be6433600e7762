// SPDX-License-Identifier: Apache-2.0

package inline_test

import (
	"fmt"

	"cornet/encode/cc"
	"cornet/encode/inline"
)

func Example() {
	p, err := cc.Load("a.c", []byte(`
int twice(int x) { return x + x; }
int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int main(void) { return twice(fact(3)); }`), cc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range inline.Program(p, inline.Options{}).Functions {
		fmt.Println(f.Name)
	}
	// Output:
	// main
	// fact
}
