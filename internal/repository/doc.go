// SPDX-License-Identifier: Apache-2.0

// Package repository holds no code: its tests are about the repository as a whole. They check that
// packages import only the packages that a table allows, and the order of files within large
// packages. They follow the links of the documentation, run its command lines, and check the names
// of options in it.
package repository
