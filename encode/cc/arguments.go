// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// An argument is an assumption about an argument of the entry function.
type argument struct {
	kind argumentKind
	// length belongs to arrays and strings. For an array, it is a number or the name of another
	// argument. For a string, it is the maximal number of characters.
	length string
	// declared is the array type that a parameter is declared with.
	declared *cc.ArrayType
	null     bool // it may also be null
	// low and high bound a number.
	low, high string
	used      bool
}

type argumentKind uint8

const (
	anyArgument    argumentKind = iota // the type of the parameter determines the argument
	objectArgument                     // a pointer to an object of its own
	arrayArgument                      // a pointer to the first of some elements
	stringArgument                     // a pointer to a string
	rangeArgument                      // a number in a range
	nullArgument                       // a null pointer
)

var argumentKinds = map[string]argumentKind{"object": objectArgument, "array": arrayArgument, "string": stringArgument, "null": nullArgument}

// parseArguments reads options of the form NAME=KIND. The pages about C programs describe them.
func parseArguments(options []string) (map[string]*argument, error) {
	z := map[string]*argument{}
	for _, o := range options {
		name, text, ok := strings.Cut(o, "=")
		a, err := parseArgument(text)
		if !ok || err != nil {
			return nil, fmt.Errorf("--argument %s: expected NAME=object, array:LENGTH, string, string:LENGTH, null or LOW..HIGH; or NAME=KIND?, which may be null, too", o)
		}
		if z[name] != nil {
			return nil, fmt.Errorf("--argument %s: %s is described twice", o, name)
		}
		z[name] = a
	}
	return z, nil
}

func parseArgument(text string) (*argument, error) {
	a := &argument{}
	text, a.null = strings.CutSuffix(text, "?")
	if low, high, ok := strings.Cut(text, ".."); ok {
		a.kind, a.low, a.high = rangeArgument, low, high
		for _, n := range []string{low, high} {
			if _, err := strconv.ParseInt(n, 10, 64); err != nil {
				return nil, err
			}
		}
		return a, nil
	}
	kind, length, given := strings.Cut(text, ":")
	a.kind, a.length = argumentKinds[kind], length
	if a.kind == anyArgument || given != (length != "") || (a.kind == arrayArgument) != given && a.kind != stringArgument {
		return nil, errNoArgument
	}
	if _, err := strconv.ParseUint(length, 10, 31); a.kind == stringArgument && given && err != nil {
		return nil, err
	}
	return a, nil
}

var errNoArgument = fmt.Errorf("no description of an argument")
