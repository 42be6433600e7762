// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"
	"strconv"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// A survey has the attributes of the syntax tree, collected before the translation.
type survey struct {
	// attributes are the attributes of declared functions and variables, the innermost ones of
	// each.
	attributes map[*cc.Declarator][]attribute
	// members and records are the attributes of members, and of structs and unions.
	members map[*cc.StructDeclaration][]attribute
	records map[*cc.StructOrUnionSpecifier][]attribute
	// recordWith maps a member to the struct or union that declares it. packs are the alignments in
	// bytes that #pragma pack allows.
	recordWith map[*cc.Declarator]*cc.StructOrUnionSpecifier
	packs      map[*cc.StructOrUnionSpecifier]int64
	// before maps an enumerator to the one before it. asserts are the static assertions.
	before  map[*cc.Enumerator]*cc.Enumerator
	asserts []*cc.StaticAssertDeclaration
	// labels are the names for the assembler, where a declaration gives one.
	labels map[*cc.Declarator]string
	// types are the attributes that typedefs give to types: mode, and attributes that are refused
	// where the type is used.
	types map[*cc.Declarator]attribute
	// atomics are the typedefs that name typedefs of atomic types.
	atomics map[*cc.Declarator]bool
	// function is the definition that is being read. taken are the labels whose addresses each
	// function takes. addresses are the expressions that take them.
	function  *cc.FunctionDefinition
	taken     map[*cc.FunctionDefinition][]string
	addresses map[*cc.UnaryExpression]labelAddress
	// cleanups means that a variable has attribute cleanup.
	cleanups bool
	// aligned means that something is packed or has an explicit alignment.
	aligned bool
	// typeofs means that something is declared with typeof.
	typeofs bool
	// packedEnums means that an enumeration is packed.
	packedEnums bool
	// spelled are all attributes of the tree, each with its line, except for harmless ones.
	spelled []spelledAttribute
}

// An attribute is an attribute of gcc, or another spelling with the same meaning.
type attribute struct {
	name    string // without underscores around it
	node    cc.Node
	args    []cc.ExpressionNode
	refused error // why uses of the object with the attribute are refused
}

// survey finds the attributes. It refuses those that are not modelled.
func (u *unit) survey() {
	s := &u.found
	s.attributes = map[*cc.Declarator][]attribute{}
	s.members = map[*cc.StructDeclaration][]attribute{}
	s.records = map[*cc.StructOrUnionSpecifier][]attribute{}
	s.labels = map[*cc.Declarator]string{}
	s.types = map[*cc.Declarator]attribute{}
	s.atomics = map[*cc.Declarator]bool{}
	s.recordWith = map[*cc.Declarator]*cc.StructOrUnionSpecifier{}
	s.packs = map[*cc.StructOrUnionSpecifier]int64{}
	s.before = map[*cc.Enumerator]*cc.Enumerator{}
	s.taken = map[*cc.FunctionDefinition][]string{}
	s.addresses = map[*cc.UnaryExpression]labelAddress{}
	for _, p := range u.parts {
		u.translationUnit = p
		for _, note := range p.pragmas {
			u.addNote(note)
		}
		s.spelled = nil
		for tu := p.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if u.packPragma(tu.ExternalDeclaration) {
				continue
			}
			walk(tu.ExternalDeclaration, func(n cc.Node) bool {
				u.surveyNode(n)
				return true
			})
		}
		for _, at := range p.mentions {
			slices.Sort(at)
		}
		u.checkDropped(p.attributes)
	}
}

// mentioned records an identifier in the program's own text.
func (u *unit) mentioned(t cc.Token) {
	line := t.Position().Line
	if own := u.at(line); own.Pos.File != trailerName && !own.System && !strings.HasPrefix(own.Pos.File, "<") {
		name := t.SrcStr()
		u.mentions[name] = append(u.mentions[name], line)
	}
}

// mention returns the number of a call among the mentions of its name, counted from 1. It returns 0
// if the call is not in the text.
func (b *builder) mention(c *callSite) int {
	if c.call == nil {
		return 0
	}
	p, ok := inner(c.call.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || p.Token.SrcStr() != c.name {
		return 0
	}
	i, found := slices.BinarySearch(b.mentions[c.name], p.Token.Position().Line)
	if !found {
		return 0
	}
	b.countMentions(c.name)
	return i + 1 + b.mentionsBefore(c.name)
}

// mentionsBefore returns the number of mentions of a name in the translation units before the
// current one.
func (u *unit) mentionsBefore(name string) (z int) {
	for _, p := range u.parts[:slices.Index(u.parts, u.translationUnit)] {
		z += len(p.mentions[name])
	}
	return z
}

// countMentions records in the program how many mentions of a name all translation units have.
func (u *unit) countMentions(name string) {
	if u.p.Mentions == nil {
		u.p.Mentions = map[string]int{}
	}
	u.p.Mentions[name] = 0
	for _, p := range u.parts {
		u.p.Mentions[name] += len(p.mentions[name])
	}
}

// surveyNode records the attributes of a node of the syntax tree.
func (u *unit) surveyNode(n cc.Node) {
	s := &u.found
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionIdent {
			u.mentioned(n.Token)
			u.p.Marked = u.p.Marked || u.o.Property.marks(n.Token.SrcStr())
		}
	case *cc.LabeledStatement:
		u.p.Marked = u.p.Marked || n.Case == cc.LabeledStatementLabel && labelName(n.Token.SrcStr()) == errorLabel && !u.o.Property.OnlyFunctions
	case *cc.DirectDeclarator:
		if n.Case == cc.DirectDeclaratorIdent {
			u.mentioned(n.Token)
		}
	case *cc.UnaryExpression:
		u.surveyLabel(n)
	case *cc.FunctionDefinition:
		s.function = n
		s.attributes[n.Declarator] = u.specifiers(n.DeclarationSpecifiers, onDeclaration)
	case *cc.Declaration:
		if n.Case == cc.DeclarationAuto && n.Declarator.Type() != nil && variablyModified(n.Declarator.Type()) {
			u.refuse(n, "__auto_type for a variable-length array (write its type, with the length in a variable)")
		}
		u.surveyDeclaration(n)
	case *cc.DeclarationSpecifiers:
		s.typeofs = s.typeofs || isTypeof(n.TypeSpecifier)
	case *cc.StructOrUnionSpecifier:
		s.records[n] = append(u.list(n.AttributeSpecifierList, onRecord), u.list(n.AttributeSpecifierList2, onRecord)...)
		u.surveyRecord(n)
	case *cc.EnumSpecifier:
		var before *cc.Enumerator
		for l := n.EnumeratorList; l != nil; l = l.EnumeratorList {
			s.before[l.Enumerator] = before
			before = l.Enumerator
			s.packedEnums = s.packedEnums || strings.HasPrefix(before.Token.SrcStr(), packedName)
		}
	case *cc.GenericSelection:
		u.checkGeneric(n)
	case *cc.PostfixExpression:
		u.checkTypesCompatible(n)
	case *cc.TypeSpecifier:
		u.checkTypeof(n)
	case *cc.Pointer:
		if n.Case == cc.PointerBlock {
			u.refuse(n, "a block")
		}
	case *cc.StorageClassSpecifier:
		if n.Case == cc.StorageClassSpecifierDeclspec {
			u.refuse(n, "__declspec")
		}
	case *cc.StaticAssertDeclaration:
		s.asserts = append(s.asserts, n)
	case *cc.StructDeclaration:
		u.surveyMember(n)
	case *cc.TypeName:
		for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
			if l.TypeQualifier != nil {
				u.list(l.TypeQualifier.AttributeSpecifierList, onType)
			}
		}
	case *cc.TypeQualifiers:
		if n.TypeQualifier != nil {
			u.list(n.TypeQualifier.AttributeSpecifierList, onType)
		}
	case *cc.ParameterDeclaration:
		as := append(u.list(n.AttributeSpecifierList, onParameter), u.specifiers(n.DeclarationSpecifiers, onParameter)...)
		if n.Declarator != nil {
			s.attributes[n.Declarator] = as
		}
	case *cc.AlignmentSpecifier:
		s.aligned = true
	case *cc.ExpressionStatement:
		u.list(n.AttributeSpecifierList, onStatement)
	}
}

// surveyDeclaration records the attributes of declared names.
func (u *unit) surveyDeclaration(n *cc.Declaration) {
	s := &u.found
	all := u.specifiers(n.DeclarationSpecifiers, onDeclaration)
	behind := u.list(n.AttributeSpecifierList, onDeclaration)
	for d := n.DeclarationSpecifiers; d != nil; d = d.DeclarationSpecifiers {
		u.surveyEnum(d.TypeSpecifier, all)
	}
	var own []attribute
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		d := l.InitDeclarator
		own = append(u.list(l.AttributeSpecifierList, onDeclaration), u.list(d.AttributeSpecifierList, onDeclaration)...)
		if l.InitDeclaratorList == nil {
			own = append(own, behind...)
		}
		s.attributes[d.Declarator] = append(own, all...)
		if d.Declarator.IsTypename() {
			u.surveyType(d.Declarator, n.DeclarationSpecifiers)
		}
		if d.Asm != nil {
			s.labels[d.Declarator] = u.assemblerName(d.Asm)
		}
	}
	if n.Declarator != nil {
		s.attributes[n.Declarator] = all
	}
}

// surveyMember records the attributes of a declaration of members.
func (u *unit) surveyMember(n *cc.StructDeclaration) {
	as := u.list(n.AttributeSpecifierList, onMember)
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if l.TypeQualifier != nil {
			as = append(as, u.list(l.TypeQualifier.AttributeSpecifierList, onMember)...)
		}
	}
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		u.surveyEnum(l.TypeSpecifier, as)
	}
	u.found.members[n] = as
}

// surveyEnum refuses attributes among the specifiers of an enumeration, if they may affect its
// type.
func (u *unit) surveyEnum(t *cc.TypeSpecifier, as []attribute) {
	if t == nil || t.EnumSpecifier == nil || t.EnumSpecifier.Case != cc.EnumSpecifierDef {
		return
	}
	for _, a := range as {
		if a.refused != nil || a.name == "aligned" || a.name == "mode" || a.name == "packed" {
			u.refuse(a.node, "attribute %s on an enumeration", a.name)
		}
	}
}

// surveyType records the attributes of a typedef and of the type that it names.
func (u *unit) surveyType(d *cc.Declarator, specifiers *cc.DeclarationSpecifiers) {
	s := &u.found
	note := func(a attribute) {
		s.types[d], u.typesByName[d.Name()] = a, a
	}
	depth, ok := derivations(d)
	for n := specifiers; n != nil; n = n.DeclarationSpecifiers {
		if t := n.TypeSpecifier; t != nil && t.Case == cc.TypeSpecifierTypeName {
			s.atomics[d] = s.atomics[d] || ok && depth == 0 && u.atomicByName[t.Token.SrcStr()]
			if a, ok := u.typesByName[t.Token.SrcStr()]; ok && (a.refused != nil || cc.IsIntegerType(d.Type())) {
				note(a)
			}
		}
	}
	atomic, _ := qualifiers(d)
	before, met := u.atomicByName[d.Name()]
	u.atomicByName[d.Name()] = (atomic || s.atomics[d]) && (before || !met)
	for _, a := range s.attributes[d] {
		if a.refused != nil || a.name == "mode" {
			note(a)
		}
	}
}

// refusedOf returns the reason why objects with some attributes cannot be used, or nil.
func refusedOf(as []attribute) error {
	for _, a := range as {
		if a.refused != nil {
			return a.refused
		}
	}
	return nil
}

// surveyRecord records which struct or union declares its members, and the #pragma pack in force.
func (u *unit) surveyRecord(n *cc.StructOrUnionSpecifier) {
	s := &u.found
	if strings.HasPrefix(n.Token.SrcStr(), packTag) {
		u.refuse(n, "#pragma pack inside a function or type")
	}
	if n.Case != cc.StructOrUnionSpecifierDef {
		return
	}
	s.packs[n] = u.pack[len(u.pack)-1]
	special, named := s.packs[n] > 0 || len(s.records[n]) > 0, false
	for l := n.StructDeclarationList; l != nil; l = l.StructDeclarationList {
		for d := l.StructDeclaration.StructDeclaratorList; d != nil; d = d.StructDeclaratorList {
			if m := d.StructDeclarator.Declarator; m != nil {
				s.recordWith[m] = n
				named = true
			}
		}
	}
	if special && !named && n.StructDeclarationList != nil {
		u.refuse(n, "the layout of a struct or union whose members are all anonymous")
	}
}

// packPragma applies a declaration that represents a #pragma pack, as show writes it. It reports
// whether the declaration is one.
func (u *unit) packPragma(n *cc.ExternalDeclaration) bool {
	if n.Case != cc.ExternalDeclarationDecl || n.Declaration.DeclarationSpecifiers == nil {
		return false
	}
	t := n.Declaration.DeclarationSpecifiers.TypeSpecifier
	if t == nil || t.StructOrUnionSpecifier == nil {
		return false
	}
	what, ok := strings.CutPrefix(t.StructOrUnionSpecifier.Token.SrcStr(), packTag)
	if !ok {
		return false
	}
	action, size, sized := strings.Cut(what, "_")
	switch action {
	case "push":
		u.pack = append(u.pack, u.pack[len(u.pack)-1])
	case "pop":
		if len(u.pack) > 1 {
			u.pack = u.pack[:len(u.pack)-1]
		}
	}
	if sized {
		v, _ := strconv.ParseInt(size, 10, 64) // no number means the default
		u.pack[len(u.pack)-1] = v
	}
	return true
}

// specifiers returns the attributes among the specifiers of a declaration. The keyword _Noreturn
// counts as an attribute.
func (u *unit) specifiers(n *cc.DeclarationSpecifiers, at attributePlace) []attribute {
	var as []attribute
	for ; n != nil; n = n.DeclarationSpecifiers {
		as = append(as, u.list(n.AttributeSpecifierList, at)...)
		if f := n.FunctionSpecifier; f != nil && f.Case == cc.FunctionSpecifierNoreturn {
			as = append(as, attribute{name: "noreturn", node: f})
		}
	}
	return as
}

// list returns two kinds of attributes in a list: those that are modelled at a place, and those
// that are refused only where the object is used. Other attributes are refused at once or ignored
// with a note, except harmless ones.
func (u *unit) list(n *cc.AttributeSpecifierList, at attributePlace) []attribute {
	var as []attribute
	for ; n != nil; n = n.AttributeSpecifierList {
		for v := n.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if v.AttributeValue == nil {
				continue
			}
			a := attribute{name: plainAttribute(v.AttributeValue.Token.SrcStr()), node: v.AttributeValue}
			for l := v.AttributeValue.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
				a.args = append(a.args, l.AssignmentExpression)
			}
			effect := decide(a.name, at)
			if attributeRules[a.name].effect != attributeHarmless {
				u.found.spelled = append(u.found.spelled, spelledAttribute{a.name, u.pos(n.AttributeSpecifier)})
			}
			if effect == attributeRefused && at&(onDeclaration|onRecord|onMember) != 0 {
				a.refused = unsupported(u.pos(a.node), "attribute "+a.name+" "+placeNames[at])
				as = append(as, a)
				continue
			}
			u.decided(u.pos(a.node), a.name, effect, at)
			s := &u.found
			s.cleanups = s.cleanups || a.name == "cleanup"
			s.aligned = s.aligned || a.name == "aligned" || a.name == "packed"
			if effect == attributeModelled {
				as = append(as, a)
			}
		}
	}
	return as
}

// decided applies the effect of an attribute that is not modelled.
func (u *unit) decided(pos cfg.Pos, name string, effect attributeEffect, at attributePlace) {
	switch effect {
	case attributeRefused:
		panic(unsupported(pos, "attribute "+name+" "+placeNames[at]))
	case attributeInexact:
		u.addNote(cfg.Note{Pos: pos, What: "attribute " + name + " changes nothing", Assumed: true})
	}
}

// checkDropped processes the attributes of the preprocessed text that the parser has dropped.
func (u *unit) checkDropped(spelled []spelledAttribute) {
	type line struct {
		name, file string
		line       int
	}
	total := map[string]int{}
	seen := map[line]int{}
	for _, a := range u.found.spelled {
		total[a.name]++
		seen[line{a.name, a.pos.File, a.pos.Line}]++
	}
	count := map[string]int{}
	for _, a := range spelled {
		count[a.name]++
	}
	for _, a := range spelled {
		l := line{a.name, a.pos.File, a.pos.Line}
		if seen[l] > 0 {
			seen[l]--
			continue
		}
		if count[a.name] > total[a.name] {
			u.decided(a.pos, a.name, decide(a.name, onStatement), onStatement)
		}
	}
}

// assemblerName returns the name that an asm label gives to a function or variable.
func (u *unit) assemblerName(n *cc.Asm) string {
	text := n.Token3.SrcStr()
	if len(text) < 2 || text[0] != '"' {
		u.refuse(n, "an asm label")
	}
	return text[1 : len(text)-1]
}

// attributeOf finds an attribute of a declared function or variable.
func (u *unit) attributeOf(d *cc.Declarator, name string) (attribute, bool) {
	for _, a := range u.found.attributes[d] {
		if a.name == name {
			return a, true
		}
	}
	return attribute{}, false
}
