/* What the programs of this folder leave open, for running them: errors, assumptions, inputs. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

enum { REACHED = 107, ASSUMED = 109, NO_INPUT = 111 };

WEAK void reach_error(void) { _exit(REACHED); }
WEAK void __VERIFIER_error(void) { _exit(REACHED); }
WEAK void __assert_fail(const char *what, const char *file, unsigned line, const char *function) { _exit(REACHED); }
WEAK void __VERIFIER_assert(int holds) { if (!holds) _exit(REACHED); }
WEAK void __VERIFIER_assume(int holds) { if (!holds) _exit(ASSUMED); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}

/* The inputs are words of the variable INPUTS; 64 bits of precision hold every integer of C. */
static long double input(void) {
  static char *at;
  if (!at) at = getenv("INPUTS");
  char *end = at;
  long double x = at ? strtold(at, &end) : 0;
  if (end == at) _exit(NO_INPUT);
  at = end;
  return x;
}

#define INPUT(type, name) WEAK type __VERIFIER_nondet_##name(void) { return (type)input(); }
INPUT(_Bool, bool)
INPUT(char, char)
INPUT(signed char, schar)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(unsigned, unsigned)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(size_t, size_t)
INPUT(unsigned char, u8)
INPUT(unsigned short, u16)
INPUT(unsigned, u32)
INPUT(float, float)
INPUT(double, double)
