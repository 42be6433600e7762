// SPDX-License-Identifier: Apache-2.0

package chc_test

import (
	"fmt"
	"os"

	"cornet/encode/cc"
	"cornet/encode/chc"
	"cornet/horn"
	"cornet/logic"
)

func Example() {
	p, err := cc.Load("count.c", []byte(`int nondet(void);
int main(void) {
	int i = 0, n = nondet();
	if (n < 0 || n > 9) return 0;
	while (i < n)
		i++;
	if (i != n) { ERROR: ; }
}`), cc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	sys, err := chc.Encode(logic.NewStore(), p, chc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, place := range sys.Places {
		fmt.Println(place.Pred, "at line", place.Pos.Line, "over", place.Vars)
	}
	if err := horn.Write(os.Stdout, sys.Horn); err != nil {
		fmt.Println(err)
	}
	// Output:
	// main.5 at line 5 over [i n]
	// (set-logic HORN)
	// (declare-fun main.5 (Int Int) Bool)
	// ; count.c:2:5 to count.c:5:2
	// (assert (forall ((t!0 Int)) (=> (and (>= t!0 (- 2147483648)) (<= t!0 2147483647) (not (or (<= t!0 (- 1)) (>= t!0 10)))) (main.5 0 t!0))))
	// ; count.c:5:2 to the error at count.c:7:16
	// (assert (forall ((i Int) (n Int)) (=> (and (main.5 i n) (and (>= i n) (not (= i n)))) false)))
	// ; count.c:5:2 to count.c:5:2
	// (assert (forall ((i Int) (n Int)) (=> (and (main.5 i n) (<= (+ i 1) n)) (main.5 (ite (<= i 2147483646) (+ i 1) (- i 4294967295)) n))))
	// (check-sat)
}
