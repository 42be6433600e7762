// SPDX-License-Identifier: Apache-2.0

// Package pass is the framework of preprocessing: the inputs and results of a pass, and its
// promises.
//
// A [Func] makes a new system and an [Outcome] with the translation of witnesses back. The [Effect]
// says which verdicts carry over. [Keeps] says which properties of systems a pass preserves: code
// that needs one of them asks a pipeline for it instead of naming passes.
//
//	Func, Outcome         a transformation and its result
//	BackTranslator        the way back of witnesses; Sequence, Chain: one after the other
//	Effect, Keeps         which verdicts carry over, and what is kept
//	Env, Limits, Run      back end and budgets that passes work with
//	Measures, Stats       sizes and times
package pass
