// SPDX-License-Identifier: Apache-2.0

package cornet_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"cornet"
	"cornet/horn/check"
)

// A loop from a number that fits no machine word: it stays above zero.
func ExampleSolve() {
	b := cornet.NewBuilder()
	inv := b.Pred("inv", b.Int)
	x := b.Var("x", b.Int)
	start := new(big.Int).Lsh(big.NewInt(1), 80)
	b.Clause(b.Apply(inv, b.BigInt(start)))
	b.Clause(b.Apply(inv, b.Sub(x, b.IntNum(1))), b.Apply(inv, x), b.Gt(x, b.IntNum(1)))
	b.Query(b.Apply(inv, x), b.Le(x, b.IntNum(0)))
	sys, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	var o cornet.Options
	o.Timeout, o.Engine = time.Minute, "pdr"
	z, err := cornet.Solve(context.Background(), sys, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(z.Verdict)
	d, _ := z.Model.Definition(inv)
	fmt.Println(b.Substitute(d.Body, d.Params, []*cornet.Term{x}))
	// Output:
	// sat
	// (and (>= x 1) (<= x 1208925819614629174706176))
}

// The values of a refutation are terms; Number has those of numbers.
func ExampleSolveText() {
	z, err := cornet.SolveText(context.Background(), "counter", strings.NewReader(`
		(declare-fun inv (Int) Bool)
		(assert (inv 100000000000000000000))
		(assert (forall ((x Int)) (=> (inv x) (inv (+ x 1)))))
		(assert (forall ((x Int)) (=> (and (inv x) (= (mod x 10) 2)) false)))`), cornet.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(z.Verdict)
	last := z.Proof.Steps[len(z.Proof.Steps)-1]
	n, _ := last.Values[0].Term.Number()
	fmt.Println(n.Num())
	// Output:
	// unsat
	// 100000000000000000002
}

func ExampleCheck() {
	b := cornet.NewBuilder()
	p, x := b.Pred("p", b.Int), b.Var("x", b.Int)
	b.Clause(b.Apply(p, x), b.Ge(x, b.IntNum(3)))
	b.Query(b.Apply(p, x), b.Lt(x, b.IntNum(0)))
	sys, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, least := range []int64{0, 4} {
		m := cornet.NewModel()
		m.Define(p, []*cornet.Term{x}, b.Ge(x, b.IntNum(least)))
		err := cornet.Check(context.Background(), sys, &cornet.Witness{Verdict: cornet.Safe, Model: m}, cornet.Options{})
		var invalid *check.Invalid
		fmt.Println(least, err == nil, errors.As(err, &invalid))
	}
	// Output:
	// 0 true false
	// 4 false true
}

func ExampleVerifyText() {
	for _, bound := range []string{"n", "n - 1"} {
		program := `extern int __VERIFIER_nondet_int(void);
			extern void reach_error(void);
			int main(void) {
				int n = __VERIFIER_nondet_int(), i = 0;
				while (i < ` + bound + `) i++;
				if (n >= 1 && i != n) reach_error();
			}`
		var o cornet.ProgramOptions
		o.Program.Replay, o.Program.Invariants = "off", true
		z, err := cornet.VerifyText(context.Background(), "loop.c", strings.NewReader(program), o)
		if err != nil {
			fmt.Println(err)
			return
		}
		switch z.Verdict {
		case cornet.Safe:
			fmt.Println("no error can be reached; invariants:", len(z.Invariants))
		case cornet.Unsafe:
			fmt.Printf("line %d reaches the error\n", z.Path.Failure.To.Line)
		}
	}
	// Output:
	// no error can be reached; invariants: 1
	// line 6 reaches the error
}
