// SPDX-License-Identifier: Apache-2.0

// Package threads turns a program with threads into one without: the product of the control flow of
// its threads. Its paths are the interleavings that matter.
//
// A thread instance is one execution of pthread_create. Calls are inlined into it, and loops that
// create or join threads are unwound as far as constants decide them, so that each instance has a
// static identity. A state of the product has the point of each instance. The ops of threads become
// assumptions and assignments. A mutex is a ghost variable that holds its owner, creation sets the
// parameter and the identity, and joining waits until the other thread has ended. A program that
// makes no thread has one instance, and locks and joins have the same meaning.
//
// # Semantics
//
// Threads interleave at single loads and stores of shared variables, sequentially consistently.
// Outside atomic blocks, an op with several such accesses is split. Inside an atomic block no other
// thread moves. Waiting on a condition variable releases its mutex and acquires it in another step,
// because POSIX allows spurious wake-ups. Signals then have no effect. When main returns or exit is
// called, the others may continue. This adds no behaviour: they could have made these steps just
// before. The exception, an exit within an atomic block, is a dead end.
//
// # Reduction
//
// If interleavings differ only in the order of independent steps, one of them is enough. Persistent
// sets leave out threads that cannot interfere with those that move. Sleep sets leave out steps
// whose other order has been seen. Both can be switched off (Reduction). Steps are independent if
// neither writes what the other reads or writes, at the level of whole variables. Any dereference
// counts as an access to every variable whose address is taken, and to the heap. An atomic block
// counts as one step. Sets are computed from control alone, so there are two more conditions than
// in the textbook:
//
//   - A persistent set has a thread that cannot block (its conditions are
//     complementary), because otherwise waiting for it could hide the others.
//   - A thread at a loop head is not moved alone, so that no cycle ignores a thread.
//
// # Any number of threads
//
// With Options.Level, threads that are created in loops are not unwound. A state of the product
// then has the points of at most Level such threads, which are tracked with their data. The others
// are only counted by location. One of them takes a step from a point with a positive counter, with
// any values of its own variables. Every execution is one of this abstraction, whichever of the
// threads are tracked. So an error of any thread is an error of a tracked thread, or of a thread
// that is not created in a loop. Errors are looked for only there. A proof holds for any number of
// threads below 2^31. An error of the abstraction means nothing. Waiting for an untracked thread
// takes one away from those that have ended. That none is waited for twice is an assertion about
// the tracked threads. Addresses of variables of such threads must not be taken.
//
// Threads of the abstraction are interrupted only where that matters, after Lipton: between a lock
// and an unlock they usually continue at once (movers.go).
//
// # Limits
//
// Creation of unboundedly many threads is refused (ErrUnbounded). With Options.Bound, it is cut off
// instead: then Product.Cut says so, and a proof means nothing. Recursive functions stay calls if
// they touch nothing shared, and are refused otherwise. A mutex behind an arbitrary pointer is
// compared with all known mutexes. If none matches, its operations are ignored, which adds
// behaviours (a note says so).
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
// Differences: some threads are tracked in addition to the counters, and variables of the others
// have any values. R. J. Lipton, CACM 18(12), 1975, for movers. P. Godefroid, "Partial-Order
// Methods for the Verification of Concurrent Systems", LNCS 1032, 1996 (persistent sets, Algorithm
// 1's conflicting transitions; sleep sets with state matching); M. Heizmann, J. Hoenicke, A.
// Podelski, on trace abstraction of concurrent programs, for the product view. Differences: states
// of the product carry no data, so guards count as reads.
package threads
