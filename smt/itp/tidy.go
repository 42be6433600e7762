// SPDX-License-Identifier: Apache-2.0

package itp

import "cornet/smtlib"

// tidy returns an equivalent formula that is no heavier.
func (r *run) tidy(f *smtlib.Term) *smtlib.Term { return f }
