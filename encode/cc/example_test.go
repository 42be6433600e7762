// SPDX-License-Identifier: Apache-2.0

package cc_test

import (
	"fmt"

	"cornet/encode/cc"
	"cornet/encode/cfg"
)

func ExampleLoad() {
	p, err := cc.Load("count.c", []byte(`
#include <assert.h>
int main(void) {
  unsigned char n = 0;
  do n += 3; while (n < 250);
  assert(n == 252);
}`), cc.Options{Model: cfg.LP64})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p)
	// Output:
	// program LP64
	// function <init>() entry 0 exit 1
	// 	0 -> 1: skip	// 0:0
	// function main(): int32 entry 0 exit 1
	// 	local n: uint8
	// 	0 -> 2: result = 0	// 3:5
	// 	2 -> 3: n = 0:uint8	// 4:17
	// 	3 -> 4: n = (uint8)((int32)n + 3)	// 5:6
	// 	4 -> 3: assume (int32)n < 250	// 5:21
	// 	4 -> 5: assume not (int32)n < 250	// 5:21
	// 	5 -> 1: assume (int32)n == 252	// 6:3
	// 	5 -> 6: assume not (int32)n == 252	// 6:3
	// 	6 -> 7: error assertion	// 6:3
}

func ExampleLoad_refusal() {
	_, err := cc.Load("nested.c", []byte("int main(void) { int f(void) { return 0; } return f(); }"), cc.Options{})
	fmt.Println(err)
	// Output: nested.c:1:18: nested function f: not supported
}

func ExampleParseProperty() {
	p, err := cc.ParseProperty("termination.prp", "CHECK( init(main()), LTL(F end) )")
	fmt.Println(p.Others, err)
	_, err = cc.ParseProperty("served.prp", "CHECK( init(main()), LTL(F served) )")
	fmt.Println(err)
	// Output:
	// [termination] <nil>
	// served.prp:1:1: property F served: only safety properties and termination (F end) can be checked: unsupported operation
}
