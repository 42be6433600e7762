// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// pragmas has the treatment of gcc's pragmas, by their first words. Those of other names are ignored, as gcc does,
// with a note.
var pragmas = map[string]attributeEffect{
	"GCC dependency": attributeHarmless, "GCC diagnostic": attributeHarmless, "GCC ivdep": attributeHarmless,
	"GCC novector": attributeHarmless, "GCC pch_preprocess": attributeHarmless, "GCC poison": attributeHarmless,
	"GCC system_header": attributeHarmless, "GCC unroll": attributeHarmless, "GCC visibility": attributeHarmless,
	"GCC warning": attributeHarmless, "STDC CX_LIMITED_RANGE": attributeHarmless, "STDC FP_CONTRACT": attributeHarmless,
	"clang diagnostic": attributeHarmless, "comment": attributeHarmless, "endregion": attributeHarmless, "ident": attributeHarmless,
	"mark": attributeHarmless, "message": attributeHarmless, "once": attributeHarmless, "region": attributeHarmless,
	"warning": attributeHarmless,

	"GCC optimize": attributeInexact, "GCC pop_options": attributeInexact, "GCC push_options": attributeInexact,
	"GCC reset_options": attributeInexact, "GCC target": attributeInexact, "acc": attributeInexact, "omp": attributeInexact,

	"GCC error": attributeRefused, "STDC FENV_ACCESS": attributeRefused, "STDC FENV_ROUND": attributeRefused,
	"ms_struct": attributeRefused, "options": attributeRefused, "pack": attributeRefused, "redefine_extname": attributeRefused,
	"scalar_storage_order": attributeRefused, "weak": attributeRefused,
}

var oncePattern = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*pragma[ \t]+once\b`)

// once gives a header with #pragma once a guard, with which it is read once.
func once(name string, text []byte) []byte {
	if !oncePattern.Match(text) {
		return text
	}
	guard := fmt.Sprintf("__cornet_once_%x", name)
	return slices.Concat([]byte("#ifndef "+guard+"\n#define "+guard+"\n#line 1\n"), text, []byte("\n#endif\n"))
}

// pragma processes a pragma, which the parser ignores. Those for the layout of types that are modelled do not come here, see respell.
func (p *syntax) pragma(tokens []cc.Token) error {
	var words []string
	for _, t := range tokens {
		if s := strings.TrimSpace(t.SrcStr()); s != "" {
			words = append(words, s)
		}
	}
	if len(words) == 0 {
		return nil
	}
	name, at := words[0], tokens[0].Position()
	if name == "GCC" || name == "STDC" || name == "clang" {
		name = strings.Join(words[:min(2, len(words))], " ")
	}
	effect := pragmas[name]
	if strings.HasPrefix(name, "STDC FENV") && words[len(words)-1] == "OFF" {
		effect = attributeHarmless // as it is by default
	}
	switch effect {
	case attributeHarmless:
	case attributeRefused:
		return fmt.Errorf("%v: #pragma %s: not supported", at, name)
	default:
		pos := cfg.Pos{File: at.Filename, Line: at.Line, Column: at.Column}
		p.pragmas = append(p.pragmas, cfg.Note{Pos: pos, What: "#pragma " + name + " changes nothing", Assumed: true})
	}
	return nil
}
