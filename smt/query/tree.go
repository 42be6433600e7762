// SPDX-License-Identifier: Apache-2.0

package query

import (
	"fmt"
	"strings"

	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// TreeText writes the tree with the given parents, as in smt.Query, in the notation of
// get-interpolants. names are the names of the nodes. It also returns the nodes in the order of the
// text, which is the order of the answers.
func TreeText(parent []int, names []string) (order []int, text string) {
	kids := make([][]int, len(parent))
	for i, p := range parent {
		if p >= 0 {
			kids[p] = append(kids[p], i)
		}
	}
	// The last node of a list is the root of the list's tree. Its first child continues the chain
	// to the left; the others get lists of their own. A piece is a node whose subtree is to be
	// written, or a text that follows.
	type piece struct {
		node int
		text string // a text to write, instead of a node
		done bool   // the subtree has been written, the node has not
	}
	stack := []piece{{node: len(parent) - 1}}
	var b strings.Builder
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case p.text != "":
			b.WriteString(p.text)
		case p.done || len(kids[p.node]) == 0:
			if p.done {
				b.WriteByte(' ')
			}
			b.WriteString(names[p.node])
			order = append(order, p.node)
		default:
			stack = append(stack, piece{node: p.node, done: true})
			below := kids[p.node]
			for k := len(below) - 1; k > 0; k-- {
				stack = append(stack, piece{text: ")"}, piece{node: below[k]}, piece{text: " ("})
			}
			stack = append(stack, piece{node: below[0]})
		}
	}
	return order, b.String()
}

// Narrow returns q with at most two children for each node, because SMTInterpol accepts no more.
// New nodes with the partition true join the others in pairs. index has the new node for each node
// of q. Interpolants of the new nodes are interpolants of q.
func Narrow(store *logic.Store, q *smt.Query) (z *smt.Query, index []int) {
	z = &smt.Query{Strength: q.Strength, Method: q.Method}
	add := func(part *logic.Term, below []int) int {
		n := len(z.Part)
		z.Part, z.Parent = append(z.Part, part), append(z.Parent, -1)
		for _, k := range below {
			z.Parent[k] = n
		}
		return n
	}
	kids := make([][]int, len(q.Part)) // the children of each node
	for i, part := range q.Part {      // children come before their parent
		below := kids[i]
		for len(below) > 2 {
			below = append([]int{add(store.True(), below[:2])}, below[2:]...)
		}
		n := add(part, below)
		index = append(index, n)
		if p := q.Parent[i]; p >= 0 {
			kids[p] = append(kids[p], n)
		}
	}
	return z, index
}

// Tree is the tree of a get-interpolants command. Nodes are in the order of the text and of the
// answer.
type Tree struct {
	Groups [][]string // names of the partitions of each node
	Parent []int      // the parents, as in smt.Query
	// OpenRoot reports that the text has no name for the last node.
	OpenRoot bool
}

// ReadTree reads the arguments of get-interpolants. The error is nil or an *smtlib.Error.
func ReadTree(pos smtlib.Pos, args []smtlib.Sexpr) (*Tree, error) {
	z := &Tree{}
	roots, err := z.list(args, 0)
	if err != nil {
		return nil, err
	}
	switch {
	case len(z.Groups) == 0:
		return nil, &smtlib.Error{Pos: pos, Code: smtlib.CodeArity,
			Msg: "get-interpolants without partitions; name two assertions at least, as in (get-interpolants a b)"}
	case len(roots) > 1: // the text ends with a list
		z.OpenRoot = true
		z.add(nil, roots)
	}
	z.Parent[len(z.Parent)-1] = -1
	return z, nil
}

// add appends a node whose children are the given ones.
func (z *Tree) add(names []string, below []int) int {
	n := len(z.Groups)
	z.Groups, z.Parent = append(z.Groups, names), append(z.Parent, -1)
	for _, k := range below {
		z.Parent[k] = n
	}
	return n
}

// maxDepth bounds the lists within lists.
const maxDepth = 100

// list reads neighbouring nodes, within depth lists, and returns the roots of their trees.
func (z *Tree) list(xs []smtlib.Sexpr, depth int) ([]int, error) {
	var roots []int
	for _, x := range xs {
		if x.Kind == smtlib.SexprList && x.Head() != "and" {
			if len(x.List) == 0 {
				return nil, &smtlib.Error{Pos: x.Pos, Code: smtlib.CodeSyntax, Msg: "an empty list of partitions; a list is a subtree, such as (c d)"}
			}
			if depth == maxDepth {
				return nil, &smtlib.Error{Pos: x.Pos, Code: smtlib.CodeLimit, Msg: fmt.Sprintf("lists nested more than %d deep", maxDepth)}
			}
			below, err := z.list(x.List, depth+1)
			if err != nil {
				return nil, err
			}
			roots = append(roots, below...)
			continue
		}
		names, err := group(x)
		if err != nil {
			return nil, err
		}
		roots = []int{z.add(names, roots)}
	}
	return roots, nil
}

// group reads a name, or (and name …).
func group(x smtlib.Sexpr) ([]string, error) {
	list := []smtlib.Sexpr{x}
	if x.Kind == smtlib.SexprList {
		list = x.List[1:]
	}
	var z []string
	for _, y := range list {
		if y.Kind != smtlib.SexprSymbol {
			return nil, &smtlib.Error{Pos: y.Pos, Code: smtlib.CodeSyntax,
				Msg: fmt.Sprintf("found %v, expected the name of an assertion; name one by (assert (! formula :named a))", y)}
		}
		z = append(z, y.Text)
	}
	if len(z) == 0 {
		return nil, &smtlib.Error{Pos: x.Pos, Code: smtlib.CodeSyntax, Msg: "an empty conjunction; write (and a b) for a partition of two assertions"}
	}
	return z, nil
}
