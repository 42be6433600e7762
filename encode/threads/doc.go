// SPDX-License-Identifier: Apache-2.0

// Package threads turns a program with threads into one without: the product of the
// control flow of its threads, in which exactly the interleavings that matter are paths.
//
// A thread instance is one execution of pthread_create: calls are inlined into it, and loops that
// create or join threads are unwound as far as constants decide them, so that each instance has a
// static identity. A state of the product has the point of each instance. The ops of threads become
// assumptions and assignments: a mutex is a ghost variable that holds its owner, creation sets the
// parameter and the identity, joining waits until the other has ended. In a program that makes no
// thread there is one, and the same meaning of locks and joins.
//
// # Semantics
//
// Threads interleave at single loads and stores of shared variables, sequentially
// consistently; an op with several such accesses is split, outside atomic blocks. Inside
// an atomic block no other thread moves. Waiting on a condition variable is releasing
// and, in another step, acquiring its mutex, because POSIX allows spurious wake-ups; signals
// do nothing then. When main returns or exit is called the others may go on, which adds
// no behaviour: what they do afterwards they could have done just before. The exception, an
// exit within an atomic block, is a dead end.
//
// # Reduction
//
// Of interleavings that differ in the order of independent steps only, one is enough.
// Persistent sets leave out threads which cannot interfere with those that move; sleep sets
// leave out steps whose other order has been seen. Both are switchable (Reduction).
// Steps are independent when neither writes what the other reads or writes, at the level of
// whole variables; any dereference counts as an access to every variable whose address
// is taken, and to the heap. An atomic block counts as one step. Sets are
// computed from control alone, hence two more conditions than in the textbook:
//
//   - A persistent set has a thread that cannot block (its conditions are
//     complementary), because otherwise waiting for it could hide the others.
//   - A thread at a loop head is not moved alone, so that no cycle ignores a thread.
//
// # Any number of threads
//
// With Options.Level, threads that are created in loops are not unwound. A state of the product
// then has the points of at most so many of them, which are tracked with their data. Of the others
// it is only counted how many stand where; one of them takes a step from a point whose counter is
// positive, with any values of its own variables. Every execution is one of this abstraction,
// whichever of the threads are the tracked ones; so an error of any thread is one of a tracked
// thread, or of one that is not created in a loop, and is looked for there alone. A proof holds for
// any number of threads below 2^31, and an error of the abstraction means nothing. Waiting for a
// thread that is not tracked takes one away from those that have ended. That none is waited for
// twice is an assertion about the tracked ones. Addresses of variables of such threads must not be
// taken.
//
// Threads of the abstraction are interrupted where that matters only, after Lipton: between a lock
// and an unlock they commonly go on at once (movers.go).
//
// # Limits
//
// Creation of unboundedly many threads is refused (ErrUnbounded), or, with Options.Bound, cut off:
// then Product.Cut says so and a proof means nothing. Recursive functions stay calls if they touch
// nothing shared, else they are refused. A mutex behind a pointer that may be anything is compared
// with all mutexes known; where that fails its operations are ignored, which adds behaviours (a
// note says so).
//
// # Types
//
//	Options, Reduction    options
//	Product, State, Move  the product, unwound on demand
//	Product.Program       the whole product as a sequential program
//	Product.Skeleton      every step once, for encoders that follow Moves on demand
//
// References: A. Kaiser, D. Kroening, T. Wahl, "Dynamic cutoff detection in parameterized
// concurrent programs", CAV 2010, and G. Basler, M. Mazzucchi, T. Wahl, D. Kroening, "Symbolic
// counter abstraction for concurrent software", CAV 2009, for counters of threads by location.
// Differences: some threads are tracked beside the counters, and variables of the others have any
// values. R. J. Lipton, CACM 18(12), 1975, for movers. P. Godefroid, "Partial-Order Methods for the
// Verification of Concurrent Systems", LNCS 1032, 1996 (persistent sets, Algorithm 1's conflicting
// transitions; sleep sets with state matching); M. Heizmann, J. Hoenicke, A. Podelski, on trace
// abstraction of concurrent programs, for the product view. Differences: states of the product
// carry no data, so guards count as reads.
package threads
