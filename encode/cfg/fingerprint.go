// SPDX-License-Identifier: Apache-2.0

package cfg

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math/big"
	"reflect"
	"slices"
	"strings"
)

// A Fingerprint identifies a program except for its position in the text. Programs with the same
// fingerprint have the same executions.
type Fingerprint [sha256.Size]byte

// Fingerprint returns the fingerprint of p. It ignores positions and the order of functions; names
// and everything else count.
//
// It reads every field of every part by reflection, so that no field is forgotten. Shared or cyclic
// parts are numbered at their first occurrence.
//
// Cost: O(size of the program).
func (p *Program) Fingerprint() Fingerprint {
	f := &fingerprinter{hash: sha256.New(), seen: map[any]uint64{}}
	q := *p
	q.Functions = slices.SortedStableFunc(slices.Values(p.Functions), func(x, y *Function) int { return strings.Compare(x.Name, y.Name) })
	q.Notes = slices.Clone(p.Notes)
	slices.SortStableFunc(q.Notes, func(x, y Note) int { return strings.Compare(x.What, y.What) })
	f.value(reflect.ValueOf(&q).Elem())
	return Fingerprint(f.hash.Sum(nil))
}

// unhashed are the fields that follow from others, or that hold positions. An Edge is hashed at its
// source node. Nodes and variables are hashed by their number.
var unhashed = map[reflect.Type]map[string]bool{
	reflect.TypeFor[Program](): {"Headers": true, "Mentions": true, "Marked": true, "Contracts": true},
	reflect.TypeFor[Node]():    {"In": true, "ID": true},
	reflect.TypeFor[Var]():     {"ID": true},
	reflect.TypeFor[Const]():   {"Written": true},
}

type fingerprinter struct {
	hash hash.Hash
	seen map[any]uint64 // numbers of the pointers seen
}

func (f *fingerprinter) number(n uint64) { f.hash.Write(binary.AppendUvarint(nil, n)) }

func (f *fingerprinter) text(s string) {
	f.number(uint64(len(s)))
	f.hash.Write([]byte(s))
}

func (f *fingerprinter) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			f.number(1)
		} else {
			f.number(0)
		}
	case reflect.Int, reflect.Int64, reflect.Int8, reflect.Int16, reflect.Int32:
		f.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		f.number(v.Uint())
	case reflect.String:
		f.text(v.String())
	case reflect.Slice:
		f.number(uint64(v.Len()))
		for i := range v.Len() {
			f.value(v.Index(i))
		}
	case reflect.Interface:
		if v.IsNil() {
			f.text("")
			return
		}
		f.text(v.Elem().Type().String())
		f.value(v.Elem())
	case reflect.Pointer:
		f.pointer(v)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[Pos]() {
			return
		}
		for i := range v.NumField() {
			if f.nodes(v, i) {
				continue
			}
			if !unhashed[v.Type()][v.Type().Field(i).Name] {
				f.value(v.Field(i))
			}
		}
	default:
		panic(fmt.Sprintf("fingerprint of a %v", v.Type()))
	}
}

// nodes hashes the nodes of a function if field i of v contains them, and reports whether it does.
// The nodes have numbers already, so a long path causes no deep recursion.
func (f *fingerprinter) nodes(v reflect.Value, i int) bool {
	nodes, ok := v.Field(i).Interface().([]*Node)
	if !ok || v.Type() != reflect.TypeFor[Function]() {
		return false
	}
	f.number(uint64(len(nodes)))
	for _, n := range nodes {
		f.value(reflect.ValueOf(n).Elem())
	}
	return true
}

// pointer hashes the target of a pointer at the first occurrence, and its number later.
func (f *fingerprinter) pointer(v reflect.Value) {
	if v.IsNil() {
		f.number(0)
		return
	}
	if z, ok := v.Interface().(*big.Int); ok {
		f.text(z.String())
		return
	}
	n, met := f.seen[v.Interface()]
	if !met {
		n = uint64(len(f.seen) + 1)
		f.seen[v.Interface()] = n
	}
	f.number(n)
	if fn, ok := v.Interface().(*Function); ok && !met {
		for _, n := range fn.Nodes {
			f.seen[n] = uint64(len(f.seen) + 1)
		}
	}
	if !met {
		f.value(v.Elem())
	}
}
