// SPDX-License-Identifier: Apache-2.0

// Package cc translates C programs into control-flow automata.
package cc
