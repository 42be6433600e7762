/* Gives a run the inputs of a test: the file that CORNET_INPUTS names, or "inputs", has lines "function value" in the order of the run. A run ends where a
   function has no more values. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

extern void __gcov_dump(void);

/* cornet_end ends a run, and writes what gcov needs. */
void cornet_end(int status) {
  __gcov_dump();
  _exit(status);
}

static char text[1 << 16];

/* cornet_next is the next value of a function: its line is blanked. */
unsigned long long cornet_next(const char *function) {
  for (char *line = text; *line;) {
    char *p = line;
    const char *name = function;
    while (*name && *p == *name) p++, name++;
    if (!*name && *p == ' ') {
      unsigned long long value = 0;
      int negative = *++p == '-';
      for (p += negative; *p >= '0' && *p <= '9'; p++) value = value * 10 + (unsigned)(*p - '0');
      *line = '#';
      return negative ? -value : value;
    }
    while (*line && *line++ != '\n') {}
  }
  cornet_end(108);
  return 0;
}

/* cornet_next_real is the same for floating-point numbers, whose values are the bits of a double. */
double cornet_next_real(const char *function) {
  union { unsigned long long bits; double value; } v = {cornet_next(function)};
  return v.value;
}

__attribute__((constructor(101))) static void load(void) {
  const char *file = getenv("CORNET_INPUTS");
  int in = open(file ? file : "inputs", O_RDONLY);
  for (long at = 0, n; in >= 0 && at < (long)sizeof text - 1 && (n = read(in, text + at, sizeof text - 1 - at)) > 0; at += n) {}
  if (in >= 0) close(in);
}
