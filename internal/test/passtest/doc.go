// SPDX-License-Identifier: Apache-2.0

// Package passtest has what tests of passes need: random systems, a decider that shares no code
// with engines, and the round trip. A round trip runs a pass, and decides its input and its output.
// The witness comes back and is validated on the input.
//
//	System             a random system that derives few facts
//	Saturate           the verdict with a refutation or the least model, by deriving all facts
//	RoundTrip, Run     one system, or many
//	WithZ3, Environments  back ends: with interpolation, with projection only, with neither
package passtest
