// SPDX-License-Identifier: Apache-2.0

// Package pass is the framework of preprocessing: the inputs and results of a pass, and its
// promises.
//
// A [Func] makes a new system and an [Outcome] with the translation of witnesses back. The [Effect]
// tells which verdicts carry over. [Keeps] tells which properties of systems a pass preserves: code
// that needs a property asks a pipeline for it instead of naming passes.
//
//	Func, Outcome         a transformation and its result
//	BackTranslator        translates witnesses back; Sequence and Chain compose translators
//	Effect, Keeps         which verdicts carry over, and which properties are preserved
//	Env, Limits, Run      back end and budgets that passes work with
//	Measures, Stats       sizes and times
package pass
