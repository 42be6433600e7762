// SPDX-License-Identifier: Apache-2.0

// Package termination decides whether a Horn system has an infinite execution.
package termination
