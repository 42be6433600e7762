// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"context"
	"math/big"
	"slices"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/exec"
)

// mostIdentities bounds the identities of threads that are tried as arbitrary ones.
const mostIdentities = 16

// Counts compares two programs made from a program p with threads: few, the product of some of
// them, and abstraction, the counter abstraction with the same number. Both are explored
// completely, up to Options.Steps states. The result is a *Reordering if few reaches an error, or
// gives a variable of p a value at a place that no execution of the abstraction gives it there. In
// the abstraction, variables of untracked threads may have any values; the values that they have in
// few are tried.
//
// Inexact constructs are skipped, as are abstractions with more states and those in which pointers
// have any values. Identities of threads differ between the two, so variables of the type of
// identities are not compared.
func Counts(ctx context.Context, p, few, abstraction *cfg.Program, o Options) error {
	o = o.withDefaults(Options{Steps: 20_000})
	if len(doubtful(p)) > 0 {
		return nil
	}
	names := comparable(p)
	all := explore(ctx, few, o.Steps, nil)
	switch {
	case all.doubt || all.Undefined || all.Outcome == exec.Unknown:
		return nil
	case all.Outcome == exec.Failed:
		return &Reordering{all.Edge.Pos, "the error, which is proved not to be reached"}
	}
	tried, open := all.tried(), false
	some := explore(ctx, abstraction, o.Steps, func(v *cfg.Var) []*big.Int {
		open = open || v.Type.Kind == cfg.Pointer
		return tried(v)
	})
	if open || some.Outcome != exec.Returned || some.doubt {
		return nil
	}
	return all.within(some, func(name string) bool { return names[name] })
}

// comparable has the names of variables that do not hold the identity of a thread.
func comparable(p *cfg.Program) map[string]bool {
	var identities []*cfg.Type
	for e := range p.Edges() {
		if op, ok := e.Op.(cfg.Create); ok && op.Thread != nil {
			identities = append(identities, op.Thread.Type())
		}
	}
	names := map[string]bool{}
	add := func(vars []*cfg.Var) {
		for _, v := range vars {
			name := plainName(v)
			isIdentity := slices.ContainsFunc(identities, v.Type.Same)
			before, seen := names[name]
			names[name] = !isIdentity && (before || !seen)
		}
	}
	add(p.Globals)
	for _, f := range p.Functions {
		add(f.Params)
		add(f.Locals)
	}
	return names
}

// tried returns the values to try for a variable that may have any value: those that it has in z,
// or that inputs have. For a variable that only the abstraction has, it returns identities.
func (z *exploration) tried() func(*cfg.Var) []*big.Int {
	values := map[string][]*big.Int{}
	for _, v := range z.order {
		if n, ok := new(big.Int).SetString(v.value, 10); ok && n.BitLen() > 1 {
			values[v.name] = append(values[v.name], n)
		}
	}
	identities := make([]*big.Int, mostIdentities)
	for i := range identities {
		identities[i] = big.NewInt(int64(i))
	}
	return func(v *cfg.Var) []*big.Int {
		if !strings.Contains(v.Name, "@") {
			return identities
		}
		return append(values[plainName(v)], new(big.Int), one)
	}
}
