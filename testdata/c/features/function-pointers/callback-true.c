// a callback calls the function that it was given to for something else
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

typedef int (*visit)(int);

static int apply(visit f, int x) { return f(x); }
static int twice(int x) { return 2 * x; }
static int four(int x) { return apply(twice, apply(twice, x)); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100) return 0;
  if (apply(four, x) != 4 * x) reach_error();
  return 0;
}
