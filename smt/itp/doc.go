// SPDX-License-Identifier: Apache-2.0

// Package itp makes, checks and combines Craig interpolants on top of any back
// end of package smt that has models, unsatisfiable cores and projection.
package itp
