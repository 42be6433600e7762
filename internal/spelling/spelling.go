// SPDX-License-Identifier: Apache-2.0

// Package spelling finds the word that a misspelt word was probably meant to be.
package spelling

import "strings"

// Nearest returns the word of a list that is most similar to a given one, or "" if none is similar.
// A word is similar if it differs in at most two letters, and in fewer letters than it has.
func Nearest(word string, all []string) string {
	const most = 2
	nearest, least := "", min(most, len(word)-1)+1
	for _, w := range all {
		if d := Distance(word, w, most); d < least {
			nearest, least = w, d
		}
	}
	return nearest
}

// Distance returns the number of bytes to insert, remove or replace (Levenshtein
// 1966) that turn a into b with case ignored, or a number above limit.
//
// Cost: O(len(a)·len(b)), unless the lengths differ by more than limit.
func Distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit || len(a) > 200 {
		return limit + 1
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	row := make([]int, len(b)+1) // distances of a[:i] to the prefixes of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
