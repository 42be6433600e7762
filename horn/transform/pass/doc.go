// SPDX-License-Identifier: Apache-2.0

// Package pass is the framework of preprocessing: what a pass is given, what it returns, and what it promises.
//
// A [Func] makes a new system and an [Outcome] with the way back of witnesses. The [Effect] says which verdicts carry over, [Keeps] which
// properties of systems a pass leaves as they are: who needs one of them asks a pipeline for it, rather than naming passes.
//
//	Func, Outcome         a transformation and its result
//	BackTranslator        the way back of witnesses; Sequence, Chain: one after the other
//	Effect, Keeps         which verdicts carry over, and what is kept
//	Env, Limits, Run      back end and budgets that passes work with
//	Measures, Stats       sizes and times
package pass
