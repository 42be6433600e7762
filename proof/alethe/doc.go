// SPDX-License-Identifier: Apache-2.0

// Package alethe writes the parts of proofs in the Alethe format that do not depend on the proved
// statement: steps, and axioms of arrays. Packages proof/refutation and proof/condition write
// proofs with it. Package proof/checker reads proofs, and shares no code with this package.
//
// Source: Schurr, Fleury, Barbosa, Fontaine, "Alethe: Towards a Generic SMT Proof Format" (PxTP
// 2021).
package alethe
