// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTexts is about strings of unknown length. Their ends are known because the library stored
// them last.
func TestTexts(t *testing.T) {
	t.Parallel()
	const head = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) { char b[64]; struct { char a[6], b[6]; } s; "
	for body, want := range map[string]string{
		"if (fgets(b, sizeof b, stdin)) puts(b);":                                                 "TRUE",
		"if (fgets(b, sizeof b, stdin)) puts(b + 64);":                                            "FALSE",
		"if (fgets(b, 65, stdin)) puts(b);":                                                       "FALSE",
		"snprintf(b, sizeof b, \"%f\", 0.5); printf(\"%s\", b);":                                  "TRUE",
		"char *p = malloc(64); if (fgets(p, 64, stdin)) fputs(p, stdout); free(p);":               "TRUE",
		"char *p = malloc(4); strcpy(p, \"abc\"); free(p); puts(p);":                              "FALSE",
		"char *p = malloc(4); strcpy(p, \"abc\"); p = realloc(p, 3); puts(p);":                    "FALSE",
		"char c[4] = {1, 1, 1, 1}; strcpy(b, \"abc\"); puts(c);":                                  "FALSE",
		"strcpy(b, \"abc\"); memset(b, 1, 64); puts(b);":                                          "FALSE",
		"strcpy(b, \"abcdef\"); b[2] = 0; char c[3]; strcpy(c, b); if (strlen(b) != 2) c[3] = 0;": "TRUE",
		"strcpy(b, \"abcdef\"); b[2] = 0; if (strlen(b) == 2) b[64] = 0;":                         "FALSE",
		"memset(&s, 1, sizeof s); strcpy(s.b, \"hell\"); puts(s.a);":                              "TRUE", // the string ends in another member
		"memset(&s, 1, sizeof s); puts(s.a);":                                                     "FALSE",
	} {
		t.Run(body, func(t *testing.T) {
			require.Equal(t, want, checked(t, "memory", head+body+" }\n"))
		})
	}
}
