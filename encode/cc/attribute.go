// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"
)

// An attributeEffect says how the translation treats an attribute of gcc.
type attributeEffect int

const (
	// attributeHarmless: the attribute does not change what programs do. It is about warnings, code
	// generation, linking, or an assumption whose violation is undefined behaviour.
	attributeHarmless attributeEffect = iota + 1
	// attributeModelled: at the places in its rule, the attribute has the meaning of gcc's manual.
	// Elsewhere it is refused.
	attributeModelled
	// attributeInexact: the attribute is ignored with a note.
	attributeInexact
	// attributeRefused: the attribute changes types, layout or control, and is not modelled.
	attributeRefused
)

// An attributePlace is a set of bits. Each bit is a kind of place where the grammar has attributes.
type attributePlace int

const (
	onDeclaration attributePlace = 1 << iota // of a function or variable
	onRecord                                 // a struct or union
	onMember
	onType // in the name of a type, or after a *
	onParameter
	onStatement // at statements, and at other positions where the parser drops attributes
)

// placeNames describe the places in messages.
var placeNames = map[attributePlace]string{
	onDeclaration: "on a declaration", onRecord: "on a struct or union", onMember: "on a member", onType: "on a type",
	onParameter: "on a parameter", onStatement: "at this place",
}

// An attributeRule is the decision about an attribute.
type attributeRule struct {
	effect attributeEffect
	places attributePlace // the places where it is modelled
}

// modelledAttributes are the attributes that change what a program does, with the places where they
// are modelled.
var modelledAttributes = map[string]attributePlace{
	"alias":       onDeclaration,
	"aligned":     onDeclaration | onRecord | onMember | onParameter,
	"cleanup":     onDeclaration,
	"constructor": onDeclaration,
	"mode":        onDeclaration,
	"noreturn":    onDeclaration | onType | onMember | onParameter,
	"packed":      onRecord | onMember,
	"weak":        onDeclaration,
}

// The other attributes that gcc documents, grouped by their effects.
const (
	harmlessAttributes = `access alloc_align alloc_size always_inline artificial assume assume_aligned cdecl cf_check cold common const
counted_by deprecated designated_init error externally_visible fallthrough fastcall fd_arg fd_arg_read fd_arg_write flag_enum flatten
force_align_arg_pointer format format_arg gcc_struct gnu_inline hot indirect_branch leaf malloc may_alias ms_abi
musttail no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_sanitize_address
no_sanitize_coverage no_sanitize_thread no_sanitize_undefined no_split_stack no_stack_limit no_stack_protector noclone nocf_check
nocommon nodirect_extern_access noinline noipa nonnull nonnull_if_nonzero nonstring noplt nothrow null_terminated_string_arg
patchable_function_entry pure regparm reproducible retain returns_nonnull returns_twice section sentinel simd sseregparm stack_protect stdcall
strict_flex_array sysv_abi tainted_args target_clones tls_model unavailable uninitialized unsequenced unused used visibility
warn_if_not_aligned warn_unused warn_unused_result warning zero_call_used_regs`
	inexactAttributes = `optimize target`
	refusedAttributes = `address_space copy destructor hardbool ifunc interrupt ms_struct naked noinit persistent
scalar_storage_order symver thiscall transparent_union vector_size weakref`
)

// attributeRules has the decision about each known attribute.
var attributeRules = func() map[string]attributeRule {
	rules := map[string]attributeRule{}
	for _, name := range strings.Fields(harmlessAttributes) {
		rules[name] = attributeRule{effect: attributeHarmless}
	}
	for _, name := range strings.Fields(inexactAttributes) {
		rules[name] = attributeRule{effect: attributeInexact}
	}
	for _, name := range strings.Fields(refusedAttributes) {
		rules[name] = attributeRule{effect: attributeRefused}
	}
	for name, places := range modelledAttributes {
		rules[name] = attributeRule{attributeModelled, places}
	}
	return rules
}()

// decide returns the decision about an attribute at a place. An unknown attribute is ignored with a
// note. At the definition of a type it is refused, since it may change the type's layout.
func decide(name string, at attributePlace) attributeEffect {
	switch r, ok := attributeRules[name]; {
	case !ok && at&(onDeclaration|onParameter|onStatement) != 0:
		return attributeInexact
	case !ok || r.effect == attributeModelled && r.places&at == 0:
		return attributeRefused
	default:
		return r.effect
	}
}

// plainAttribute returns the name of an attribute without the underscores that may surround it.
func plainAttribute(name string) string {
	if inside, ok := strings.CutPrefix(name, "__"); ok {
		return strings.TrimSuffix(inside, "__")
	}
	return name
}
