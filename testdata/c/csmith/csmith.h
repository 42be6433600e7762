/* In place of Csmith's header: a short checksum, and a question about it. With VALUE the program asks whether the checksum is
   in the relation OP to it, otherwise it prints it. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define UNDEFINED(x) (x)
#define LOG_INDEX
#define LOG_EXEC
#define STATIC static
#define FUNC_NAME(x) (safe_##x)
#include "safe_math.h"

#define INT_BIT (sizeof(int) * CHAR_BIT)
#define _CSMITH_BITFIELD(x) ((x) > INT_BIT ? (x) % INT_BIT : (x))

static uint32_t crc32_context = 7;

static void crc32_gentab(void) {}

static void transparent_crc(uint64_t value, char *name, int flag) {
  crc32_context = crc32_context * 33 + (uint32_t)value + (uint32_t)(value >> 32) * 7;
}

static void transparent_crc_bytes(char *at, int n, char *name, int flag) {
  for (int i = 0; i < n; i++) transparent_crc(at[i], name, flag);
}

#ifdef VALUE
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void __VERIFIER_assume(int);
/* A variable becomes an input that has its value. */
#define INPUT(x) { long long input = __VERIFIER_nondet_longlong(); __VERIFIER_assume(input == (long long)x); x = input; }
#define platform_main_begin()
#define platform_main_end(crc, flag) do { if (crc32_context OP VALUE) reach_error(); } while (0)
#else
int printf(const char *, ...);
#define INPUT(x)
#define platform_main_begin()
#define platform_main_end(crc, flag) printf("%u", crc32_context)
#endif
