// pointers to malloc and free in a table
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>

struct hooks {
  void *(*make)(size_t);
  void (*drop)(void *);
};

static const struct hooks hooks = {malloc, free};

int main(void) {
  int *p = hooks.make(sizeof *p);
  if (!p) return 0;
  *p = 5;
  if (*p == 5) reach_error();
  hooks.drop(p);
  return 0;
}
