// SPDX-License-Identifier: Apache-2.0

// Package docs has the tests of the documentation: links lead somewhere, command lines print what the pages show, and options that are
// named exist.
package docs
