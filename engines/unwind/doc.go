// SPDX-License-Identifier: Apache-2.0

// Package unwind decides linear systems whose derivations are short, by bits: it unwinds all loops to their ends.
package unwind
