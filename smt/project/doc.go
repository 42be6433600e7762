// SPDX-License-Identifier: Apache-2.0

// Package project is model-based projection: it eliminates variables from a
// formula under the guidance of a model, without a solver.
package project
