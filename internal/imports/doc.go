// SPDX-License-Identifier: Apache-2.0

// Package imports holds no code: its test states which package of this module
// may import which, and fails on any other import.
package imports
