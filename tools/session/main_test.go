// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDraw(t *testing.T) {
	var b strings.Builder
	require.NoError(t, draw(strings.NewReader("$ cornet verify a.c\r\n\x1b[1;31mFALSE\x1b[0m\na.c:3: i < 3 && j > \"x\"\n"), &b))
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
	for _, part := range []string{`<tspan class="red">FALSE</tspan>`, `<tspan class="bold">cornet verify a.c</tspan>`, "i &lt; 3 &amp;&amp; j"} {
		require.Contains(t, b.String(), part)
	}
	require.NotContains(t, b.String(), "\x1b")
}
