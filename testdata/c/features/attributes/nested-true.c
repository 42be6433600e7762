// attributes with arguments in lists, at every part of a declaration
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

__attribute__((__noinline__, __nonnull__(1), __access__(read_only, 1, 2))) static int
first(const int *a __attribute__((__unused__)), int n __attribute__((unused))) __attribute__((pure));

static int first(const int *a, int n) { return a[0]; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  int a[2] __attribute__((aligned(16), unused)) = {x, 1};
  if (first(a, 2) != x) reach_error();
  return 0;
}
