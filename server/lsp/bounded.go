// SPDX-License-Identifier: Apache-2.0

package lsp

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
)

// maxMessage is the largest message that is read, in bytes.
const maxMessage = 256 << 20

var errMessageTooLarge = errors.New("a message announces that it is larger than 256 MB, or has a line in its header that is")

// bounded reads messages with headers. It ends at a message whose announced size is too large,
// without allocating space for it.
type bounded struct {
	r      *bufio.Reader
	header []byte // the part of the header that has not been passed on
	size   int64  // the size in the header
	left   int64  // the number of bytes of the message that remain
}

func (b *bounded) Read(z []byte) (int, error) {
	switch {
	case len(b.header) > 0:
		n := copy(z, b.header)
		b.header = b.header[n:]
		return n, nil
	case b.left > 0:
		n, err := b.r.Read(z[:min(int64(len(z)), b.left)])
		b.left -= int64(n)
		return n, err
	}
	line, err := b.r.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return 0, errMessageTooLarge
	case err != nil && (len(line) == 0 || !errors.Is(err, io.EOF)):
		return 0, err
	}
	name, value, _ := strings.Cut(strings.TrimRight(string(line), "\r\n"), ":")
	switch {
	case strings.EqualFold(name, "Content-Length"):
		if n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64); err == nil {
			b.size = n
		}
		if len(value) > 18 || b.size > maxMessage {
			return 0, errMessageTooLarge
		}
	case name == "":
		b.left, b.size = b.size, 0
	}
	b.header = append(b.header[:0], line...)
	return b.Read(z)
}
