// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"
	"io"
	"unicode/utf8"

	"cornet/logic"
)

// lexer splits a stream of bytes into the tokens of SMT-LIB 2.6, §3.1. It has one buffer, which
// grows only with the longest token.
//
// The buffer ends with a byte that no token contains, so the scanning loops check for the end of
// the buffer only where they stop anyway.
type lexer struct {
	r    io.Reader
	file string
	syms *symbols

	buf  []byte // buf[pos:end] is unread; buf[end] is the sentinel 0
	pos  int
	end  int
	mark int   // start of the token in buf; bytes before it may be dropped
	base int64 // offset of buf[0] in the input
	eof  bool  // nothing follows buf[:end]
	fail error // the error of r, reported when the buffer is used up

	held  bool    // the next token comes from the fields below:
	queue []token // tokens to replay, if any; see reader.replay

	line      int   // of the next byte
	lineStart int64 // offset of the first byte of that line

	// The token last read.
	kind  tokenKind
	at    place
	text  []byte  // without delimiters; valid until the next token
	loose bool    // a decimal that SMT-LIB writes differently; text has it as SMT-LIB does
	sym   *symbol // of tokSymbol and tokQuoted
}

// place is a position without the name of the file.
type place struct {
	offset int64
	line   int32
	column int32
}

type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokOpen
	tokClose
	tokSymbol
	tokQuoted // |symbol|
	tokKeyword
	tokNumeral
	tokDecimal
	tokHex
	tokBinary
	tokString
)

// Limits on the lengths of tokens in bytes. Numerals are converted in quadratic time, so their
// limit is lower.
const (
	maxNumeral = 100_000
	maxToken   = 1 << 24
)

// byteClass is the class of tokens that a byte may start.
type byteClass uint8

const (
	classBad byteClass = iota
	classSpace
	classNewline
	classOpen
	classClose
	classSymbol
	classDigit
	classComment
	classBar
	classQuote
	classColon
	classHash
)

// symbolSet is the set of the characters of simple symbols.
var symbolSet = logic.SymbolBytes()

var byteClasses = func() (z [256]byteClass) {
	for c, ok := range symbolSet {
		if ok {
			z[c] = classSymbol
		}
	}
	for c := '0'; c <= '9'; c++ {
		z[c] = classDigit
	}
	z[' '], z['\t'], z['\r'], z['\n'] = classSpace, classSpace, classSpace, classNewline
	z['('], z[')'], z[';'], z['|'] = classOpen, classClose, classComment, classBar
	z['"'], z[':'], z['#'] = classQuote, classColon, classHash
	return z
}()

func newLexer(r io.Reader, file string, syms *symbols) *lexer {
	size := 1 << 15
	if s, ok := r.(interface{ Len() int }); ok { // a short text in memory
		size = min(size, s.Len()+1)
	}
	return &lexer{r: r, file: file, syms: syms, buf: make([]byte, size+1), line: 1}
}

// position returns p with the name of the file.
func (lx *lexer) position(p place) Pos {
	return Pos{File: lx.file, Line: int(p.line), Column: int(p.column), Offset: p.offset}
}

func (lx *lexer) errorf(p place, code Code, format string, args ...any) *Error {
	return &Error{Pos: lx.position(p), Code: code, Msg: fmt.Sprintf(format, args...)}
}

// fault returns the error for a malformed token; if a read error cuts the token off, it returns
// that error.
func (lx *lexer) fault(p place, code Code, format string, args ...any) *Error {
	if lx.fail != nil && lx.pos == lx.end {
		lx.endOfInput()
	}
	return lx.errorf(p, code, format, args...)
}

// here returns the place of buf[pos].
func (lx *lexer) here() place {
	off := lx.base + int64(lx.pos)
	return place{off, int32(lx.line), int32(off - lx.lineStart + 1)}
}

// more reads more input after buf[:end] and reports whether there was any. It keeps buf[mark:end],
// which moves to the front.
func (lx *lexer) more() bool {
	if lx.eof {
		return false
	}
	if lx.mark > 0 {
		copy(lx.buf, lx.buf[lx.mark:lx.end])
		lx.base += int64(lx.mark)
		lx.pos -= lx.mark
		lx.end -= lx.mark
		lx.mark = 0
	}
	if lx.end == len(lx.buf)-1 {
		lx.buf = append(lx.buf, make([]byte, len(lx.buf)-1)...)
	}
	for range 100 {
		n, err := lx.r.Read(lx.buf[lx.end : len(lx.buf)-1])
		lx.end += n
		lx.buf[lx.end] = 0
		if err != nil {
			lx.eof = true
			if err != io.EOF {
				lx.fail = err
			}
		}
		if n > 0 || lx.eof {
			return n > 0
		}
	}
	lx.eof, lx.fail = true, io.ErrNoProgress
	return false
}

// ended reports whether the input ends at pos; the byte there is the sentinel
// or a NUL of the input.
func (lx *lexer) ended() bool { return lx.pos == lx.end && !lx.more() }

// next reads the next token.
func (lx *lexer) next() {
	if lx.held {
		lx.release()
		return
	}
	for {
		lx.mark = lx.pos
		c := lx.buf[lx.pos]
		switch byteClasses[c] {
		case classSpace:
			lx.pos++
			continue
		case classNewline:
			lx.newline()
			continue
		case classComment:
			lx.comment()
			continue
		case classOpen:
			lx.at, lx.kind = lx.here(), tokOpen
			lx.pos++
			return
		case classClose:
			lx.at, lx.kind = lx.here(), tokClose
			lx.pos++
			return
		}
		if lx.pos == lx.end {
			if lx.more() {
				continue
			}
			lx.endOfInput()
			return
		}
		lx.at = lx.here()
		if byteClasses[c] == classSymbol {
			lx.symbol()
		} else {
			lx.rareToken(byteClasses[c])
		}
		return
	}
}

func (lx *lexer) rareToken(c byteClass) {
	switch c {
	case classDigit:
		lx.number()
	case classBar:
		lx.quoted()
	case classQuote:
		lx.stringLiteral()
	case classColon:
		lx.keyword()
	case classHash:
		lx.bitVector()
	default:
		panic(lx.badByte())
	}
}

// unread makes the current token the next one again.
func (lx *lexer) unread() {
	if lx.queue != nil {
		lx.queue = append([]token{{lx.kind, lx.at, string(lx.text)}}, lx.queue...)
	}
	lx.held = true
}

// release takes a held token.
func (lx *lexer) release() {
	if lx.queue == nil {
		lx.held = false // the current token stays
		return
	}
	lx.loose = false // the text has been rewritten
	t := lx.queue[0]
	if len(lx.queue) > 1 { // the last one, the end, stays
		lx.queue = lx.queue[1:]
	}
	lx.kind, lx.at, lx.text = t.kind, t.at, []byte(t.text)
	if t.kind == tokSymbol || t.kind == tokQuoted {
		lx.sym = lx.syms.intern(lx.text)
	}
}

func (lx *lexer) endOfInput() {
	lx.at, lx.kind, lx.text = lx.here(), tokEOF, nil
	if lx.fail != nil {
		e := lx.errorf(lx.at, CodeRead, "cannot read on: %v", lx.fail)
		e.Err = lx.fail
		panic(e)
	}
}

func (lx *lexer) newline() {
	lx.pos++
	lx.line++
	lx.lineStart = lx.base + int64(lx.pos)
}

// comment skips to the end of the line without keeping the bytes.
func (lx *lexer) comment() {
	for {
		for c := lx.buf[lx.pos]; c != '\n' && lx.pos < lx.end; c = lx.buf[lx.pos] {
			lx.pos++
		}
		lx.mark = lx.pos
		if lx.pos < lx.end || !lx.more() {
			return
		}
	}
}

// scan moves pos after the bytes that are in set.
func (lx *lexer) scan(set *[256]bool) {
	for {
		i := lx.pos
		for set[lx.buf[i]] {
			i++
		}
		lx.pos = i
		if lx.pos-lx.mark > maxToken {
			panic(lx.fault(lx.at, CodeLimit, "token of more than %d bytes", maxToken))
		}
		if i < lx.end || !lx.more() {
			return
		}
	}
}

func (lx *lexer) symbol() {
	lx.scan(&symbolSet)
	lx.kind, lx.text = tokSymbol, lx.buf[lx.mark:lx.pos]
	lx.sym = lx.syms.intern(lx.text)
}

func (lx *lexer) keyword() {
	lx.pos++
	lx.scan(&symbolSet)
	lx.kind, lx.text = tokKeyword, lx.buf[lx.mark:lx.pos]
	if len(lx.text) == 1 {
		panic(lx.fault(lx.at, CodeCharacter, "':' without a keyword after it"))
	}
}

var (
	decimalDigits = byteSet("0123456789")
	hexDigits     = byteSet("0123456789abcdefABCDEF")
	binaryDigits  = byteSet("01")
)

func byteSet(s string) (z [256]bool) {
	for i := range len(s) {
		z[s[i]] = true
	}
	return z
}

func (lx *lexer) number() {
	lx.kind = tokNumeral
	lx.digits(&decimalDigits)
	if lx.buf[lx.mark] == '0' && lx.pos-lx.mark > 1 {
		panic(lx.fault(lx.at, CodeSyntax, "numeral that starts with 0; write it without"))
	}
	lx.loose = false
	if lx.buf[lx.pos] == '.' {
		lx.kind = tokDecimal
		lx.pos++
		dot := lx.pos - lx.mark
		lx.digits(&decimalDigits)
		lx.loose = lx.pos-lx.mark == dot
	}
	if c := lx.buf[lx.pos]; c == 'e' || c == 'E' {
		lx.kind, lx.loose = tokDecimal, true
		lx.exponent()
	}
	lx.text = lx.buf[lx.mark:lx.pos]
	lx.separated("numeral")
	if lx.loose {
		lx.standardDecimal()
	}
}

// exponent scans the exponent of a decimal, which starts at pos.
func (lx *lexer) exponent() {
	lx.pos++
	if lx.pos == lx.end {
		lx.more()
	}
	if c := lx.buf[lx.pos]; c == '-' || c == '+' {
		lx.pos++
	}
	lx.digits(&decimalDigits)
}

// standardDecimal writes the current decimal as SMT-LIB has it.
func (lx *lexer) standardDecimal() {
	if lx.fail != nil && lx.pos == lx.end {
		lx.endOfInput()
	}
	z, _, ok := plainDecimal(lx.text)
	if !ok {
		panic(lx.fault(lx.at, CodeSyntax, "%s is not a decimal; write digits after the point, and after e a whole number of at most %d", shownText(lx.text), maxNumeral))
	}
	if lx.text = z; len(z) > maxNumeral {
		panic(lx.fault(lx.at, CodeLimit, "numeral of more than %d digits", maxNumeral))
	}
}

// digits scans digits up to the limit on numerals.
func (lx *lexer) digits(set *[256]bool) {
	for {
		for set[lx.buf[lx.pos]] {
			lx.pos++
		}
		if lx.pos-lx.mark > maxNumeral {
			panic(lx.fault(lx.at, CodeLimit, "numeral of more than %d digits", maxNumeral))
		}
		if !(lx.pos == lx.end && lx.more()) {
			return
		}
	}
}

// separated reports an error when a token runs into a symbol.
func (lx *lexer) separated(what string) {
	if c := byteClasses[lx.buf[lx.pos]]; c == classSymbol || c == classDigit {
		panic(lx.fault(lx.here(), CodeSyntax, "%q right after a %s; write a space between them, or quote the symbol with bars", lx.buf[lx.pos], what))
	}
}

func (lx *lexer) bitVector() {
	lx.pos++
	if lx.pos == lx.end {
		lx.more()
	}
	set := &hexDigits
	switch lx.buf[lx.pos] {
	case 'x':
		lx.kind = tokHex
	case 'b':
		lx.kind, set = tokBinary, &binaryDigits
	default:
		panic(lx.fault(lx.at, CodeCharacter, "'#' without x or b after it; bit-vectors are written #x1f or #b01"))
	}
	lx.pos++
	lx.digits(set)
	if lx.text = lx.buf[lx.mark+2 : lx.pos]; len(lx.text) == 0 {
		panic(lx.fault(lx.at, CodeSyntax, "bit-vector without digits"))
	}
	lx.separated("bit-vector")
}

// delimited scans to the byte end, counting lines, and leaves pos on it.
func (lx *lexer) delimited(end byte, what string) {
	for {
		switch c := lx.buf[lx.pos]; {
		case c == '\n':
			lx.newline()
			continue
		case c == end:
			return
		case c == 0 && lx.pos == lx.end:
			if lx.pos-lx.mark > maxToken {
				panic(lx.fault(lx.at, CodeLimit, "%s of more than %d bytes", what, maxToken))
			}
			if !lx.more() {
				panic(lx.unclosed(lx.at, what))
			}
			continue
		}
		lx.pos++
	}
}

// unclosed returns the error for an input that ends inside something.
func (lx *lexer) unclosed(at place, what string) *Error {
	return lx.fault(at, CodeUnclosed, "the input ends inside the %s that starts here", what)
}

func (lx *lexer) quoted() {
	lx.pos++
	lx.delimited('|', "quoted symbol")
	lx.kind, lx.text = tokQuoted, lx.buf[lx.mark+1:lx.pos]
	lx.pos++
	for _, c := range lx.text {
		if c == '\\' {
			panic(lx.fault(lx.at, CodeCharacter, "backslash in a quoted symbol; SMT-LIB has no escapes there"))
		}
	}
	lx.sym = lx.syms.intern(lx.text)
}

func (lx *lexer) stringLiteral() {
	lx.pos++
	for {
		lx.delimited('"', "string")
		lx.pos++
		if !lx.ended() && lx.buf[lx.pos] == '"' { // "" is a quotation mark
			lx.pos++
			continue
		}
		break
	}
	lx.kind, lx.text = tokString, lx.buf[lx.mark+1:lx.pos-1]
}

// badByte returns the error for a byte that starts no token.
func (lx *lexer) badByte() *Error {
	for range utf8.UTFMax {
		if utf8.FullRune(lx.buf[lx.pos:lx.end]) || !lx.more() {
			break
		}
	}
	c := lx.buf[lx.pos]
	switch r, n := utf8.DecodeRune(lx.buf[lx.pos:lx.end]); {
	case c == 0:
		return lx.fault(lx.at, CodeCharacter, "NUL byte; is this a text file?")
	case r == utf8.RuneError && n <= 1:
		return lx.fault(lx.at, CodeCharacter, "byte 0x%02x, which is not valid UTF-8", c)
	case c >= utf8.RuneSelf:
		return lx.fault(lx.at, CodeCharacter, "character %q outside a quoted symbol; write the symbol between bars", r)
	}
	return lx.fault(lx.at, CodeCharacter, "character %q, which starts no token", c)
}

// describe names the token last read for a message.
func (lx *lexer) describe() string {
	text := string(lx.text)
	if len(text) > 60 {
		text = text[:60] + "…"
	}
	switch lx.kind {
	case tokEOF:
		return "the end of the input"
	case tokOpen:
		return "'('"
	case tokClose:
		return "')'"
	case tokQuoted:
		return "|" + text + "|"
	case tokString:
		return "the string \"" + text + "\""
	case tokHex:
		return "#x" + text
	case tokBinary:
		return "#b" + text
	}
	return text
}
