#ifndef __CORNET_KLEE_H
#define __CORNET_KLEE_H
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *, size_t, const char *);
int klee_int(const char *);
int klee_range(int, int, const char *);
void klee_assume(uintptr_t);
unsigned klee_is_symbolic(uintptr_t);
void klee_silent_exit(int) __attribute__((__noreturn__));
void klee_abort(void) __attribute__((__noreturn__));
void klee_report_error(const char *, int, const char *, const char *) __attribute__((__noreturn__));
void klee_prefer_cex(void *, uintptr_t);
void klee_warning(const char *);
void klee_warning_once(const char *);
void klee_open_merge(void);
void klee_close_merge(void);
#define klee_assert(c) ((c) ? (void)0 : klee_report_error(__FILE__, __LINE__, #c, "assert.err"))
#endif
