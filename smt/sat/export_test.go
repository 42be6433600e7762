// SPDX-License-Identifier: Apache-2.0

package sat

// NewHurried returns a solver that does its chores every few conflicts, for the
// tests outside of the package.
var NewHurried = hurried
