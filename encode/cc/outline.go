// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"

	"modernc.org/cc/v4"

	"cornet/encode/cfg"
)

// A Definition is that of a function in a text.
type Definition struct {
	Name string
	// Begin is where the definition begins, Pos where the name stands, Body where the brace that opens the body does.
	Begin, Pos, Body cfg.Pos
	// Pointers are the names of the parameters that are pointers.
	Pointers []string
}

// Outline returns the functions that a text defines, without those of its headers. It is an error if the text is not C. If the text
// defines the entry function, the error is that of [Link], or else what is not supported where an execution may get to it. It comes with the functions.
//
// Cost: that of Link, so that it can follow the edits of a text.
func Outline(s Source, o Options) (z []Definition, err error) {
	u, err := parts([]Source{s}, o)
	if err != nil {
		return nil, err
	}
	z = u.parts[0].outline()
	if !slices.ContainsFunc(z, func(f Definition) bool { return f.Name == o.Property.entry() }) {
		return z, nil
	}
	return z, guard([]Source{s}, func() {
		u.survey()
		if u.lower(); u.ending != nil {
			panic(u.ending)
		}
	})
}

// Definitions returns the functions that some texts define, without those of their headers.
func Definitions(sources []Source, o Options) (z []Definition, err error) {
	u, err := parts(sources, o)
	if err != nil {
		return nil, err
	}
	for _, p := range u.parts {
		z = append(z, p.outline()...)
	}
	return z, nil
}

func (p *translationUnit) outline() (z []Definition) {
	for n := p.ast.TranslationUnit; n != nil; n = n.TranslationUnit {
		def := n.ExternalDeclaration.FunctionDefinition
		if def == nil {
			continue
		}
		d := def.Declarator
		at := p.at(d.NameTok().Position().Line).Pos
		typ, ok := d.Type().(*cc.FunctionType)
		if at.File != p.source.Name || !ok {
			continue
		}
		f := Definition{Name: d.Name(), Begin: p.at(def.Position().Line).Pos, Pos: at, Body: p.at(def.CompoundStatement.Position().Line).Pos}
		for _, param := range typ.Parameters() {
			if _, pointer := param.Type().Undecay().(*cc.PointerType); pointer && param.Name() != "" {
				f.Pointers = append(f.Pointers, param.Name())
			}
		}
		z = append(z, f)
	}
	return z
}
