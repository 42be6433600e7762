// SPDX-License-Identifier: Apache-2.0

package session_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/server/session"
)

// talk replays a conversation written line by line: the text after an arrow is the answer to the
// commands above it.
func talk(t *testing.T, o session.Options, text string) error {
	t.Helper()
	var in, want strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		line = strings.TrimLeft(line, "\t")
		if answer, ok := strings.CutPrefix(line, "→ "); ok {
			want.WriteString(answer + "\n")
			line = ""
		}
		in.WriteString(line + "\n") // lines keep their numbers
	}
	var out strings.Builder
	err := session.Run(t.Context(), "", strings.NewReader(in.String()), &out, o)
	require.Equal(t, want.String(), out.String())
	return err
}

const counter = `(declare-fun p (Int) Bool)
	(assert (p 0))
	(assert (forall ((x Int)) (=> (and (p x) (< x 3)) (p (+ x 1)))))
	`

func TestConversations(t *testing.T) {
	for name, text := range map[string]string{
		"one question": counter + `
			(check-sat)
			→ sat
			(exit)
			(check-sat)`,
		// A model may answer the question again. It must not define the predicate from then on.
		"names after an earlier witness": `(declare-fun p (Int) Bool)
			(assert (p 0))
			(check-sat)
			(check-sat)
			→ sat
			→ sat
			(check-sat-assuming ((not (p 7))))
			→ sat
			(assert (or (p 1) (p 2)))
			→ (error "line 9 column 1: a clause of the assertion has 2 positive atoms, of predicates p and p; Horn clauses have at most one")
			(check-sat-assuming ((not (p 0))))
			→ unsat`,
		"levels": counter + `
			(push 1)
			(assert (not (p 3)))
			(check-sat)
			→ unsat
			(get-proof)
			→ (refutation
			→   (step 0 (clause 0) (values) (premises))
			→   (step 1 (clause 1) (values (x 0)) (premises 0))
			→   (step 2 (clause 1) (values (x 1)) (premises 1))
			→   (step 3 (clause 1) (values (x 2)) (premises 2))
			→   (step 4 (clause 2) (values) (premises 3))
			→ )
			(get-info :assertion-stack-levels)
			→ (:assertion-stack-levels 1)
			(pop 1)
			(get-info :assertion-stack-levels)
			→ (:assertion-stack-levels 0)
			(push)
			(assert (not (p 4)))
			(check-sat)
			→ sat
			(get-value ((p 3) (p 4) (and true (p 5)) (+ 1 1)))
			→ (((p 3) true)
			→  ((p 4) false)
			→  ((and true (p 5)) false)
			→  ((+ 1 1) 2))
			(pop)
			(check-sat)
			→ sat`,
		"assumptions": counter + `
			(check-sat-assuming ((not (p 4))))
			→ sat
			(get-value ((p 4)))
			→ (((p 4) false))
			(check-sat-assuming ((not (p 3))))
			→ unsat
			(check-sat)
			→ sat`,
		"no witness of another answer": counter + `
			(get-model)
			→ (error "line 5 column 1: model is not available: there is no answer to check-sat about the current assertions")
			(check-sat)
			→ sat
			(get-proof)
			→ (error "line 9 column 1: proof is not available: the last answer was sat")
			(assert (not (p 5)))
			(get-model)
			→ (error "line 12 column 1: model is not available: there is no answer to check-sat about the current assertions")`,
		"errors change nothing": `
			(declare-fun p (Int) Bool true)
			→ (error "line 1 column 27: found true; expected ')' at the end of declare-fun")
			(declare-fun p (Int) Bool)
			(assert (q 0)) (assert (p 0)
			)
			→ (error "line 4 column 10: unknown function q; declare it before it is used")
			(assert (or (p 1) (p 2)))
			→ (error "line 7 column 1: a clause of the assertion has 2 positive atoms, of predicates p and p; Horn clauses have at most one")
			(asert (p 1)) check-sat )
			→ (error "line 9 column 2: unknown command asert; see SMT-LIB 2.6, section 3.9, for the commands")
			→ (error "line 9 column 15: found check-sat; expected '(' and a command")
			→ (error "line 9 column 25: found ')' without an open parenthesis; expected a command")
			(push 1 1)
			→ (error "line 13 column 9: found 1; expected ')' at the end of the command")
			(pop 1)
			→ (error "line 15 column 1: pop of 1 level, but the number of levels pushed is 0")
			(assert (not (p 1)))
			(check-sat)
			→ sat
			(get-assertions)
			→ (
			→   (p 0)
			→   (not (p 1))
			→ )
			(assert (p "
			→ (error "line 25 column 1: the input ends inside this command")`,
		"print-success": `
			(set-option :print-success true)
			→ success
			(set-logic HORN)
			→ success
			(set-logic HORN)
			→ (error "line 5 column 1: a second set-logic; the logic is HORN already")
			(declare-const r Bool)
			→ success
			(assert r)
			→ success
			(push 2)
			→ success
			(echo "say ""when""")
			→ "say ""when"""
			(check-sat)
			→ sat
			(pop 2)
			→ success
			(set-option :timeout soon)
			→ (error "line 19 column 1: soon is no value of :timeout")
			(get-option :timeout)
			→ unsupported
			(set-option :timeout 5000)
			→ success
			(get-option :timeout)
			→ 5000
			(get-unsat-core)
			→ unsupported
			(reset)
			(get-option :timeout)
			→ unsupported`,
		"infos": `
			(get-info :name)
			→ (:name "Cornet")
			(get-info :version)
			→ (:version "7.1")
			(get-info :error-behavior)
			→ (:error-behavior continued-execution)
			(get-info :reason-unknown)
			→ (:reason-unknown "the last answer was not unknown")
			(get-info :weather)
			→ unsupported`,
		"symbols of levels that are gone": `
			(push 1)
			(declare-datatype T ((a) (b)))
			(declare-fun p (T) Bool)
			(assert (forall ((x T)) (p x)))
			(check-sat)
			→ sat
			(pop 1)
			(declare-datatype T ((a) (c (d Int))))
			(declare-fun p (T) Bool)
			(assert (p (c 1)))
			(assert (not (p (c 2))))
			(check-sat)
			→ sat
			(reset-assertions)
			(declare-fun p () Bool)
			(assert p)
			(assert (not p))
			(check-sat)
			→ unsat`,
		"symbols that stay": `
			(set-option :global-declarations true)
			(push 1)
			(declare-fun p (Int) Bool)
			(assert (p 0))
			(pop 1)
			(assert (not (p 0)))
			(check-sat)
			→ sat
			(reset-assertions)
			(assert (p 1))
			(check-sat)
			→ sat`,
		"recursive functions": `
			(define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))
			(push 1)
			(assert (forall ((n Int)) (=> (= (sum n) 3) false)))
			(check-sat)
			→ unsat
			(pop 1)
			(assert (forall ((n Int)) (=> (< (sum n) 0) false)))
			(check-sat)
			→ sat`,
		"rules": `
			(declare-rel p (Int))
			(declare-rel bad ())
			(declare-var x Int)
			(rule (p 0))
			(rule (=> (and (p x) (< x 3)) (p (+ x 1))))
			(rule (=> (and (p x) (> x 2)) bad))
			(query bad)
			→ unsat
			(get-info :assertion-stack-levels)
			→ (:assertion-stack-levels 0)
			(rule (p (- 1)))
			(query (p 7))
			→ sat`,
	} {
		t.Run(name, func(t *testing.T) {
			err := talk(t, session.Options{Version: "7.1"}, text)
			if strings.Contains(text, "(error") {
				require.ErrorAs(t, err, new(*session.RefusedError))
			} else {
				require.NoError(t, err)
			}
		})
	}
}

// TestReuse checks that proved facts answer later questions: the same ones, those with fewer or
// weaker clauses, and those with more clauses that the model also satisfies.
func TestReuse(t *testing.T) {
	reused := func(text string) string {
		var out strings.Builder
		require.NoError(t, session.Run(t.Context(), "", strings.NewReader(text+"(get-info :all-statistics)"), &out, session.Options{}))
		_, stats, _ := strings.Cut(out.String(), ":answered-by-earlier-witness ")
		number, _, _ := strings.Cut(stats, "\n")
		return number
	}
	for _, c := range []struct{ name, first, change, want string }{
		{"the same question", "(assert (not (p 4)))", "", "1"},
		{"the same refutation", "(assert (not (p 3)))", "", "1"},
		{"one clause less", "(push 1) (assert (not (p 4)))", "(pop 1)", "1"},
		{"a clause that the model satisfies", "(assert (not (p 4)))", "(assert (not (p 9)))", "1"},
		{"a refutation, and one clause more", "(assert (not (p 3)))", "(assert (p 8))", "1"},
		{"a refutation without a clause of it", "(push 1) (assert (not (p 3)))", "(pop 1)", "0"},
		{"another predicate of the name", "(assert (not (p 4)))", "(reset) (declare-fun p (Bool) Bool) (assert (p true))", "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, reused(counter+c.first+"(check-sat)"+c.change+"(check-sat)"))
		})
	}
}

// TestCandidates checks that a model that is no longer valid still helps. Its conjuncts are
// candidates for the next question, which the engine here does not decide without them.
func TestCandidates(t *testing.T) {
	var said []string
	o := session.Options{Unknown: func(reason string) { said = append(said, reason) }}
	o.Timeout = 20 * time.Second
	require.NoError(t, talk(t, o, `
		(declare-fun p (Int Int) Bool)
		(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (p x y))))
		(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y 2)))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (not (= y (* 2 x)))) false)))
		(check-sat)
		→ sat
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< y 0)) false)))
		(check-sat)
		→ sat
		(assert (p (- 1) (- 2)))
		(check-sat)
		→ unsat`))
	require.Empty(t, said)
}

// client talks to a session as other programs do: it waits for every answer.
type client struct {
	in  io.WriteCloser
	out *bufio.Reader
	end chan error
}

func newClient(ctx context.Context, o session.Options) *client {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	c := &client{inWrite, bufio.NewReader(outRead), make(chan error, 1)}
	go func() {
		c.end <- session.Run(ctx, "", inRead, outWrite, o)
		inRead.Close()
		outWrite.Close()
	}()
	return c
}

func (c *client) say(text string) { io.WriteString(c.in, text) }

// line reads a line of an answer.
func (c *client) line(t *testing.T) string {
	t.Helper()
	text, err := c.out.ReadString('\n')
	require.NoError(t, err)
	return strings.TrimSuffix(text, "\n")
}

// list reads an answer that is a list, as a client that counts parentheses does.
func (c *client) list(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for open := 0; b.Len() == 0 || open > 0; {
		line := c.line(t)
		open += strings.Count(line, "(") - strings.Count(line, ")")
		b.WriteString(line + "\n")
	}
	return b.String()
}

// TestStrictClient plays a client in the style of JavaSMT and its relatives. print-success is on,
// every command waits for its success, and assertions come and go with levels.
func TestStrictClient(t *testing.T) {
	c := newClient(t.Context(), session.Options{Version: "1"})
	must := func(want, command string) {
		t.Helper()
		c.say(command + "\n")
		require.Equal(t, want, c.line(t), command)
	}
	for _, command := range []string{
		"(set-option :print-success true)", "(set-option :global-declarations true)", "(set-option :produce-models true)", "(set-logic HORN)",
		"(declare-fun |main@entry| (Int Int) Bool)",
		"(push 1)",
		"(assert (forall ((|a 1| Int)) (=> (= |a 1| 0) (|main@entry| |a 1| 10))))",
		"(assert (forall ((x Int) (n Int)) (=> (and (|main@entry| x n) (< x n)) (|main@entry| (+ x 1) n))))",
		"(push 1)",
		"(assert (forall ((x Int) (n Int)) (=> (and (|main@entry| x n) (> x n)) false)))",
	} {
		must("success", command)
	}
	must("sat", "(check-sat)")
	c.say("(get-model)")
	require.Contains(t, c.list(t), "(define-fun main@entry ((x0 Int) (x1 Int)) Bool")
	must("success", "(pop 1)")
	must("success", "(push 1)")
	must("success", "(assert (forall ((x Int) (n Int)) (=> (and (|main@entry| x n) (= x n)) false)))")
	must("unsat", "(check-sat)")
	c.say("(get-proof)")
	require.Contains(t, c.list(t), "(refutation")
	must("success", "(pop 2)")
	must("sat", "(check-sat)")
	must("success", "(exit)")
	require.NoError(t, <-c.end)
}

// TestQuietClient plays a client in the style of Theta. There is no print-success, and an answer is
// a line or a balanced list. In the end the client abandons the process by closing its input.
func TestQuietClient(t *testing.T) {
	c := newClient(t.Context(), session.Options{})
	c.say("(set-option :produce-proofs true)\n(set-logic HORN)\n(declare-fun Inv (Int (Array Int Int)) Bool)\n")
	c.say("(assert (forall ((i Int) (a (Array Int Int))) (=> (= i 0) (Inv i (store a 0 7)))))\n")
	c.say("(assert (forall ((i Int) (a (Array Int Int))) (=> (Inv i a) (Inv (+ i 1) a))))\n")
	c.say("(assert (forall ((i Int) (a (Array Int Int))) (=> (and (Inv i a) (= i 2) (= (select a 0) 7)) false)))\n(check-sat)\n")
	require.Equal(t, "unsat", c.line(t))
	c.say("(get-proof)\n")
	require.Contains(t, c.list(t), "(step 3 ")
	c.say("(get-value ((= 1 1)))\n")
	require.Contains(t, c.line(t), `(error "line 9 column 1: value is not available`)
	c.in.Close()
	require.ErrorAs(t, <-c.end, new(*session.RefusedError))
}

// TestCancelledConversation checks that the end of the context ends both a question, with an
// answer, and the conversation.
func TestCancelledConversation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := newClient(ctx, session.Options{})
	c.say(hard)
	c.say("(check-sat)\n")
	time.AfterFunc(50*time.Millisecond, cancel)
	require.Equal(t, "unknown", c.line(t))
	require.ErrorIs(t, <-c.end, context.Canceled)
}

// hard is a system that no engine decides soon.
const hard = `(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x (* y y) 1) (+ y x)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= (* x x x) (+ 77 (* y y y y)))) false)))
`

// TestTimeout checks that the conversation goes on after a question has run out of time.
func TestTimeout(t *testing.T) {
	require.NoError(t, talk(t, session.Options{}, strings.ReplaceAll(hard, "\n", " ")+`(set-option :timeout 100)
		(check-sat)
		→ unknown
		(get-info :reason-unknown)
		→ (:reason-unknown "out of time (0.1 s)")
		(set-option :timeout 0)
		(reset-assertions)
		(check-sat)
		→ sat`))
}

// TestThousandQuestions checks that questions leave no goroutines and memory behind.
func TestThousandQuestions(t *testing.T) {
	const questions = 1000
	var o session.Options
	o.Solver = "native"
	c := newClient(t.Context(), o)
	c.say("(set-logic HORN)\n" + strings.ReplaceAll(counter, "\t", ""))
	measure := func() (heap uint64, goroutines int) {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc, runtime.NumGoroutine()
	}
	var heap uint64
	var goroutines int
	for i := range questions {
		want, bad := "sat", 4+i
		if i%3 == 0 {
			want, bad = "unsat", i%4
		}
		c.say(fmt.Sprintf("(push 1)(assert (forall ((y%d Int)) (=> (and (p y%d) (= y%d %d)) false)))(check-sat)\n", i, i, i, bad))
		require.Equal(t, want, c.line(t), "question %d", i)
		c.say("(pop 1)\n")
		if i == questions/10 {
			heap, goroutines = measure()
		}
	}
	after, running := measure()
	require.LessOrEqual(t, running, goroutines, "goroutines")
	require.Less(t, after, heap+heap/4+1<<20, "bytes of the heap")
	c.in.Close()
	require.NoError(t, <-c.end)
}
