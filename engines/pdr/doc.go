// SPDX-License-Identifier: Apache-2.0

// Package pdr is property-directed reachability.
package pdr
