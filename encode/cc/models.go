// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"regexp"
	"slices"
	"strings"

	"cornet/encode/cc/cpp"
)

// libraryTexts are the embedded files with functions of the library in C. A program is read with those of which it may call a function.
var libraryTexts = []string{"models.c", "ctype_tables.c"}

// libraryName finds the functions of a text, and what it calls.
var libraryName = regexp.MustCompile(`__cornet_(\w+)`)

// library returns the texts of which a program, by its preprocessed tokens, may use a function, other than those that are
// about properties and the end of the program. What a text mentions is such a function, and so are models in Go, which may
// call functions of the first. A name for the assembler, in a string, may be one.
func library(tokens []cpp.Token) ([]cpp.Source, error) {
	names := newModels()
	for _, own := range []map[string]model{propertyModels(), nondetModels(), controlModels(), harnessModels()} {
		for name := range own {
			delete(names, name)
		}
	}
	var texts []cpp.Source
	for _, file := range libraryTexts {
		text, err := headers.ReadFile("include/" + file)
		if err != nil {
			return nil, err
		}
		for _, m := range libraryName.FindAllSubmatch(text, -1) {
			names[string(m[0])], names[string(m[1])] = nil, nil
		}
		uses := func(t cpp.Token) bool {
			name := strings.TrimPrefix(t.Text, "__builtin_")
			if rest, ok := strings.CutSuffix(name, "_chk"); ok {
				name = strings.TrimPrefix(rest, "__")
			}
			_, ok := names[name]
			return ok || strings.Trim(name, "_") == "alias" || strings.Trim(name, "_") == "asm"
		}
		if slices.ContainsFunc(tokens, uses) {
			texts = append(texts, cpp.Source{Name: builtinDir + "/" + file, Text: text})
		}
		clear(names)
	}
	return texts, nil
}
