// SPDX-License-Identifier: Apache-2.0

package process

import (
	"bufio"
	"fmt"
	"io"
)

// maxResponse bounds the bytes of one s-expression from a child.
const maxResponse = 1 << 28

// next reads one s-expression from r as text, without interpreting it. It ends at the parenthesis
// that closes the first one, or is an atom. Comments are skipped.
func next(r *bufio.Reader) ([]byte, error) {
	var z []byte
	depth := 0
	for len(z) < maxResponse {
		b, err := r.ReadByte()
		if err != nil {
			if err == io.EOF && len(z) > 0 {
				return z, io.ErrUnexpectedEOF
			}
			return nil, err
		}
		switch b {
		case ' ', '\t', '\r', '\n':
			if len(z) > 0 && depth == 0 {
				return z, nil
			}
			if len(z) > 0 {
				z = append(z, b)
			}
			continue
		case ';':
			if _, err := r.ReadBytes('\n'); err != nil {
				return z, io.ErrUnexpectedEOF
			}
			if len(z) > 0 && depth == 0 {
				return z, nil
			}
			z = append(z, '\n')
			if depth == 0 {
				z = z[:0]
			}
			continue
		case '"', '|':
			if len(z) > 0 && depth == 0 {
				r.UnreadByte()
				return z, nil
			}
			z = append(z, b)
			for {
				rest, err := r.ReadBytes(b)
				z = append(z, rest...)
				if err != nil || len(z) > maxResponse {
					return z, io.ErrUnexpectedEOF
				}
				if b == '|' {
					break
				}
				// A doubled quote is part of the string. Reading ahead could block on a child that
				// has nothing more to print. So only the bytes that have arrived count.
				if r.Buffered() == 0 {
					break
				}
				if c, _ := r.Peek(1); c[0] != '"' {
					break
				}
				r.ReadByte()
				z = append(z, '"')
			}
			if depth == 0 {
				return z, nil
			}
			continue
		case '(':
			if len(z) > 0 && depth == 0 {
				r.UnreadByte()
				return z, nil
			}
			depth++
		case ')':
			if depth--; depth < 0 {
				return nil, fmt.Errorf("a closing parenthesis without an opening one")
			}
			if depth == 0 {
				return append(z, b), nil
			}
		}
		z = append(z, b)
	}
	return nil, fmt.Errorf("an answer of more than %d bytes", maxResponse)
}
