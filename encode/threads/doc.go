// SPDX-License-Identifier: Apache-2.0

// Package threads turns a program with threads into one without: the product of the control flow of
// its threads. Its paths are interleavings that suffice to find every error.
//
// A thread instance is one execution of pthread_create. Calls are inlined into it, and loops that
// create or join threads are unwound if constants determine their iterations, so that each instance
// has a static identity. A state of the product has the point of each instance. The ops of threads
// become assumptions and assignments. A mutex is a ghost variable that holds its owner, creation
// sets the parameter and the identity, and joining waits until the other thread has ended. A
// program that makes no thread has one instance, and locks and joins have the same meaning.
//
// # Semantics
//
// Threads interleave at single loads and stores of shared variables, sequentially consistently.
// Outside atomic blocks, an op with several such accesses is split. Inside an atomic block no other
// thread moves. Waiting on a condition variable releases its mutex and acquires it in another step,
// because POSIX allows spurious wake-ups. Signals then have no effect. When main returns or exit is
// called, the others may continue. This adds no behaviour, since they could have made these steps
// just before. There is one exception, an exit within an atomic block: this is a dead end.
//
// # Reduction
//
// If interleavings differ only in the order of independent steps, one of them is enough. Persistent
// sets leave out threads that cannot interfere with those that move. Sleep sets leave out steps
// whose other order has been seen. Both can be switched off (Reduction). Steps are independent if
// neither writes what the other reads or writes, at the level of whole variables. Any dereference
// counts as an access to every variable whose address is taken, and to the heap. An atomic block
// counts as one step. Persistent sets depend on control alone, so there are two conditions in
// addition to those of the literature:
//
//   - A persistent set contains a thread that cannot block (its conditions are
//     complementary). Otherwise waiting for the set could hide the other threads.
//   - A thread at a loop head does not move alone, so that no cycle ignores another thread.
//
// # Any number of threads
//
// With Options.Level, threads that are created in loops are not unwound. A state of the product
// then has the points of at most Level such threads, which are tracked with their data. The others
// are only counted by location. One of them takes a step from a point with a positive counter, with
// any values of its own variables. Every execution is one of this abstraction, whichever of the
// threads are tracked. So if any thread has an error, a tracked thread or a thread that is not
// created in a loop has one. Only these are checked. A proof holds for any number of threads below
// 2^31. An error of the abstraction need not be an error of the program. Joining an untracked
// thread decreases the number of those that have ended. An assertion about the tracked threads
// states that no thread is joined twice. Addresses of variables of such threads must not be taken.
//
// Threads of the abstraction are interrupted only where this makes a difference, according to
// Lipton: between a lock and an unlock they usually continue at once (movers.go).
//
// # Limits
//
// Creation of unboundedly many threads is refused (ErrUnbounded). With Options.Bound, it is cut off
// instead: then Product.Cut reports this, and a proof does not apply to the program. Recursive
// functions remain calls if they access nothing shared, and are refused otherwise. A mutex that an
// arbitrary pointer points to is compared with all known mutexes. If none matches, its operations
// are ignored, which adds behaviours (a note says so).
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
