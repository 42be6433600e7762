// SPDX-License-Identifier: Apache-2.0

// Package repository holds no code: its tests are about the repository as a whole. They state which
// package of this module may import which and fail on any other import, state the inner order of
// large packages, follow the links of the documentation, run its command lines and look up the
// options that it names.
package repository
