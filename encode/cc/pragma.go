// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"

	"cornet/encode/cc/cpp"
	"cornet/encode/cfg"
)

// pragmas has the treatment of gcc's pragmas, by their first words. Other pragmas are ignored with
// a note; gcc ignores them, too.
var pragmas = map[string]attributeEffect{
	"GCC dependency": attributeHarmless, "GCC diagnostic": attributeHarmless, "GCC ivdep": attributeHarmless,
	"GCC novector": attributeHarmless, "GCC pch_preprocess": attributeHarmless, "GCC poison": attributeHarmless,
	"GCC system_header": attributeHarmless, "GCC unroll": attributeHarmless, "GCC visibility": attributeHarmless,
	"GCC warning": attributeHarmless, "STDC CX_LIMITED_RANGE": attributeHarmless, "STDC FP_CONTRACT": attributeHarmless,
	"CPROVER": attributeHarmless, "clang diagnostic": attributeHarmless, "comment": attributeHarmless, "endregion": attributeHarmless, "ident": attributeHarmless,
	"mark": attributeHarmless, "message": attributeHarmless, "once": attributeHarmless, "region": attributeHarmless,
	"warning": attributeHarmless,

	"GCC optimize": attributeInexact, "GCC pop_options": attributeInexact, "GCC push_options": attributeInexact,
	"GCC reset_options": attributeInexact, "GCC target": attributeInexact, "acc": attributeInexact, "omp": attributeInexact,

	"GCC error": attributeRefused, "STDC FENV_ACCESS": attributeRefused, "STDC FENV_ROUND": attributeRefused,
	"ms_struct": attributeRefused, "options": attributeRefused, "pack": attributeRefused, "redefine_extname": attributeRefused,
	"scalar_storage_order": attributeRefused, "weak": attributeRefused,
}

// pragma processes a pragma, which the parser ignores. Pragmas for the layout of types do not come
// here; see show.
func (p *translationUnit) pragma(t cpp.Token) error {
	words := strings.FieldsFunc(t.Text, func(r rune) bool { return !isWord(byte(r)) })
	if len(words) == 0 {
		return nil
	}
	name := words[0]
	if name == "GCC" || name == "STDC" || name == "clang" {
		name = strings.Join(words[:min(2, len(words))], " ")
	}
	effect := pragmas[name]
	if strings.HasPrefix(name, "STDC FENV") && words[len(words)-1] == "OFF" {
		effect = attributeHarmless // this is the default
	}
	switch effect {
	case attributeHarmless:
	case attributeRefused:
		return unsupported(t.Pos, "#pragma "+name)
	default:
		p.pragmas = append(p.pragmas, cfg.Note{Pos: t.Pos, What: "#pragma " + name + " changes nothing", Assumed: true})
	}
	return nil
}
