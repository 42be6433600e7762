// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// FuzzRead gives the reader any bytes. It must not crash. Errors must have a code and a position
// inside the input. The result must not depend on how the input is cut into pieces. Accepted input
// must survive printing.
func FuzzRead(f *testing.F) {
	for _, c := range malformedCases(f) {
		f.Add(c.input)
	}
	examples, _ := filepath.Glob("testdata/*.smt2")
	for _, file := range examples {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer func(start time.Time) { // the limits keep this short for any short text
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
		}(time.Now())
		script, err := ReadString(logic.NewStore(), "in", text)
		_, err2 := Read(logic.NewStore(), "in", iotest.OneByteReader(strings.NewReader(text)))
		if err != nil {
			var e *Error
			require.ErrorAs(t, err, &e)
			require.True(t, e.Pos.IsValid() && e.Pos.Offset >= 0 && e.Pos.Offset <= int64(len(text)), "%+v", e.Pos)
			line := 1 + strings.Count(text[:e.Pos.Offset], "\n")
			column := int(e.Pos.Offset) - strings.LastIndexByte(text[:e.Pos.Offset], '\n')
			require.Equal(t, []int{line, column}, []int{e.Pos.Line, e.Pos.Column}, "%v", e)
			require.NotEmpty(t, e.Code)
			require.Equal(t, e.Code == CodeUnsupported, errors.Is(err, errors.ErrUnsupported))
			require.EqualError(t, err2, err.Error())
			return
		}
		require.NoError(t, err2)
		requireSurvivesPrinting(t, script)
		xs, err := ReadSexprs("in", strings.NewReader(text))
		if err != nil { // there may be text after an exit
			return
		}
		for _, x := range xs {
			again, err := ReadSexprs("out", strings.NewReader(x.String()))
			require.NoError(t, err)
			require.Len(t, again, 1)
			require.Equal(t, x.String(), again[0].String())
		}
	})
}
