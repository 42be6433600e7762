// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"

	"modernc.org/cc/v4"

	"cornet/encode/cfg"
)

// A Definition is the definition of a function in a text.
type Definition struct {
	Name string
	// Begin is the position of the definition, Pos that of the name, and Body that of the brace
	// that opens the body.
	Begin, Pos, Body cfg.Pos
	// Pointers are the names of the parameters that are pointers.
	Pointers []string
}

// Outline returns the functions that a text defines, without those of its headers. If the text is
// not C, it fails. If the text defines the entry function, Outline returns the error of [Link].
// Otherwise an error may name an unsupported construct that an execution may reach; the functions
// are returned together with it.
//
// Cost: that of Link, so that an editor can call it after each change.
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
