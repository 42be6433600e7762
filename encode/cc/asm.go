// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// quietInstructions are instructions of common processors that store nothing and do not jump:
// barriers, hints, interrupt flags, and reads of counters.
var quietInstructions = strings.Fields(`nop pause yield wfi wfe sev isb dsb dmb mfence lfence sfence sync lwsync eieio serialize fence
cli sti hlt cpsid cpsie rdtsc rdtscp rdpmc rdrand rdseed cpuid endbr32 endbr64 emms
prefetcht0 prefetcht1 prefetcht2 prefetchnta prefetchw prefetch pld pldw prfm`)

// asm over-approximates inline assembly. Its outputs get arbitrary values. If its clobbers or its
// pointers allow it to store elsewhere, memory gets arbitrary values too.
func (b *builder) asm(n *cc.AsmStatement) {
	if n.Asm == nil {
		return
	}
	for l := n.Asm.AsmQualifierList; l != nil; l = l.AsmQualifierList {
		if l.AsmQualifier.Case == cc.AsmQualifierGoto {
			b.refuse(n, "asm goto")
		}
	}
	stores, outputs := false, []cfg.Place(nil)
	nothing := isNothing(n.Asm.Token3.SrcStr())
	for i, args := 0, n.Asm.AsmArgList; args != nil; i, args = i+1, args.AsmArgList {
		for l := args.AsmExpressionList; l != nil; l = l.AsmExpressionList {
			if i > 1 {
				text := inner(l.AssignmentExpression)
				stores = stores || !isText(text) || strings.Contains(text.(*cc.PrimaryExpression).Token.SrcStr(), "memory")
				continue
			}
			constraint, e := b.asmOperand(l.AssignmentExpression)
			k := inner(e).Type().Kind()
			stores = stores || (i == 1 || strings.Contains(constraint, "+")) && (k == cc.Ptr || k == cc.Array)
			switch {
			case i == 1, nothing && strings.Contains(constraint, "+"):
				b.effect(e)
			default:
				outputs = append(outputs, b.place(e))
			}
		}
	}
	if isQuiet(n.Asm.Token3.SrcStr()) {
		stores = false
	} else if !stores {
		b.assume(n, "inline assembly without a memory clobber changes nothing but its outputs")
	}
	if stores {
		b.anything("inline assembly may change memory")
	}
	if len(outputs) > 0 {
		b.note(n, true, "inline assembly is ignored, its outputs take any value")
	} else if !stores {
		b.note(n, false, "inline assembly is ignored: it stores nothing")
	}
	for _, to := range outputs {
		if t := to.Type(); t.IsAggregate() {
			b.emit(cfg.Havoc{To: to})
			b.emit(cfg.Assume{Cond: b.spill(b.imprecise(b.types.int(), "inline assembly yields any value"))})
		} else {
			b.emit(cfg.Assign{To: to, Value: b.toField(to, b.imprecise(t, "inline assembly yields any value"))})
		}
	}
}

// asmOperand splits an operand such as "=r"(x), which the parser reads as a call.
func (b *builder) asmOperand(e cc.ExpressionNode) (string, cc.ExpressionNode) {
	call, ok := inner(e).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall || !isText(call.PostfixExpression) || call.ArgumentExpressionList == nil || call.ArgumentExpressionList.ArgumentExpressionList != nil {
		b.refuse(e, "this operand of inline assembly")
	}
	return inner(call.PostfixExpression).(*cc.PrimaryExpression).Token.SrcStr(), call.ArgumentExpressionList.AssignmentExpression
}

// isNothing reports whether a template has no instruction. It is then a compiler barrier, which
// leaves its operands unchanged.
func isNothing(template string) bool {
	return strings.TrimSpace(strings.NewReplacer(`\n`, " ", `\t`, " ", `"`, " ", ";", " ").Replace(template)) == ""
}

// isQuiet reports whether a template, which is a string literal, consists of instructions that are
// known to store nothing.
func isQuiet(template string) bool {
	text := strings.NewReplacer(`\n`, ";", `\t`, " ", "\\\n", " ", `"`, "").Replace(template)
	for _, line := range strings.Split(text, ";") {
		words := strings.Fields(strings.ToLower(line))
		if len(words) > 0 && strings.HasPrefix(words[0], "rep") {
			words = words[1:]
		}
		if len(words) > 0 && !slices.Contains(quietInstructions, words[0]) {
			return false
		}
	}
	return true
}

// anything may or may not be an error, since the behaviour of the assembly is not modelled. So a
// proof cannot rest on it, and a counterexample is not certain.
func (b *builder) anything(what string) {
	fails, goesOn := b.node(), b.node()
	b.branch(b.spill(b.imprecise(b.types.int(), what)), fails, goesOn)
	b.cur = fails
	b.end(cfg.Error{Kind: cfg.ReachError})
	b.cur = goesOn
}
