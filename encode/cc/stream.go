// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// The parser drops attributes at some places, so they are looked for in the preprocessed text, too: whatever an attribute
// is and wherever it stands, it is in one of the two accounts, and decided upon.

// A spelledAttribute is an attribute in the preprocessed text.
type spelledAttribute struct {
	name string
	pos  cfg.Pos // if known
}

// positionMacro has the preprocessor insert the positions of attributes.
const positionMacro = "#define __attribute__ __attribute__ $at(__FILE__, __LINE__)\n#define __attribute __attribute__\n"

// preprocess runs the preprocessor for its errors, and returns the tokens of the text and its attributes that are not harmless.
func preprocess(c *cc.Config, sources []cc.Source) (tokens []string, found []spelledAttribute, err error) {
	var text bytes.Buffer
	if err := cc.Preprocess(c, sources, &text); err != nil {
		return nil, nil, err
	}
	tokens = lex(text.Bytes())
	if err := checkJoined(tokens); err != nil {
		return nil, nil, err
	}
	found = spelledAttributes(tokens)
	if len(found) == 0 {
		return tokens, nil, nil
	}
	text.Reset()
	quiet := *c
	quiet.PragmaHandler = nil
	again := append([]cc.Source{{Name: "<positions>", Value: positionMacro}}, sources...)
	if err := cc.Preprocess(&quiet, again, &text); err != nil {
		return tokens, found, nil // the program has a macro of that name
	}
	if placed := spelledAttributes(lex(text.Bytes())); len(placed) == len(found) {
		return tokens, placed, nil
	}
	return tokens, found, nil
}

// mentionsLibrary reports whether a program, by its preprocessed tokens, may use a function of the library, other than those that are
// about properties and the end of the program. What the text of models.c mentions is such a function. A name for the assembler, in a
// string, may be one.
func mentionsLibrary(tokens []string, models []byte) bool {
	names := newModels()
	for _, own := range []map[string]model{propertyModels(), nondetModels(), controlModels()} {
		for name := range own {
			delete(names, name)
		}
	}
	for _, t := range lex(models) {
		if name, ok := strings.CutPrefix(t, "__cornet_"); ok {
			names[name], names[t] = nil, nil
		}
	}
	for _, t := range tokens {
		name := strings.TrimPrefix(t, "__builtin_")
		if rest, ok := strings.CutSuffix(name, "_chk"); ok {
			name = strings.TrimPrefix(rest, "__")
		}
		if _, ok := names[name]; ok || strings.Trim(name, "_") == "alias" || strings.Trim(name, "_") == "asm" {
			return true
		}
	}
	return false
}

// checkJoined refuses string literals behind each other whose first one ends as an escape sequence does, or seems to: joined by the parser,
// it would take in the beginning of the second.
func checkJoined(tokens []string) error {
	for i, t := range tokens[:max(len(tokens)-1, 0)] {
		if !strings.HasSuffix(t, `"`) || !strings.HasPrefix(strings.TrimPrefix(tokens[i+1], "L"), `"`) {
			continue
		}
		s := strings.TrimPrefix(strings.TrimPrefix(t, "L"), `"`)
		s = strings.TrimSuffix(s, `"`)
		for j := max(0, len(s)-12); j < len(s); j++ {
			if s[j] != '\\' {
				continue
			}
			escaped := (j-len(strings.TrimRight(s[:j], `\`)))%2 == 1 // the backslash is itself escaped
			_, _, n := escape(s[j:])
			ends := n > 0 && j+n == len(s) && len(s) > j+1
			if ends && (escaped && (s[j+1] == 'x' || s[j+1] >= '0' && s[j+1] <= '7') || !escaped && s[j+1] == 'x') {
				return fmt.Errorf("string literals %s %s behind each other: not supported", t, tokens[i+1])
			}
		}
	}
	return nil
}

// spelledAttributes are the attributes among tokens that are not harmless everywhere.
func spelledAttributes(tokens []string) []spelledAttribute {
	var found []spelledAttribute
	for i := 0; i < len(tokens); i++ {
		if tokens[i] != "__attribute__" && tokens[i] != "__attribute" {
			continue
		}
		i++
		var pos cfg.Pos
		if i+5 < len(tokens) && tokens[i] == "$at" { // $at ( "file" , line )
			pos.File, _ = strconv.Unquote(tokens[i+2])
			pos.Line, _ = strconv.Atoi(tokens[i+4])
			pos.Column = 1
			i += 6
		}
		depth := 0
		for ; i < len(tokens); i++ {
			switch t := tokens[i]; t {
			case "(", "[", "{":
				depth++
				continue
			case ")", "]", "}":
				depth--
			default:
				if name := plainAttribute(t); depth == 2 && isWord(t[0]) && attributeRules[name].effect != attributeHarmless {
					found = append(found, spelledAttribute{name, pos})
				}
			}
			if depth <= 0 {
				break
			}
		}
	}
	return found
}

// lex splits preprocessed text into tokens: words, literals and single other characters.
func lex(text []byte) []string {
	var tokens []string
	for i := 0; i < len(text); {
		start := i
		switch c := text[i]; {
		case isWord(c) || c == '$' || c >= 0x80:
			for i < len(text) && (isWord(text[i]) || text[i] == '$' || text[i] >= 0x80) {
				i++
			}
			if i < len(text) && (text[i] == '"' || text[i] == '\'') && string(text[start:i]) == "L" {
				i = endOfLiteral(text, i)
			}
		case c == '"' || c == '\'':
			i = endOfLiteral(text, i)
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		default:
			i++
		}
		tokens = append(tokens, string(text[start:i]))
	}
	return tokens
}

// endOfLiteral is the index behind the literal whose quote is at i.
func endOfLiteral(text []byte, i int) int {
	quote := text[i]
	for i++; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case quote:
			return i + 1
		case '\\':
			i++
		}
	}
	return min(i, len(text))
}
