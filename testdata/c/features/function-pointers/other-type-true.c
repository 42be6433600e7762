// a function that does not return is called through a pointer to a function that returns an int
// expect: TRUE
// flags: --data-model LP64
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void exit(int) __attribute__((__noreturn__));

static int same(int x) { return x; }

int main(void) {
  void *p = same;
  if (__VERIFIER_nondet_int()) p = exit;
  int (*f)(int) = p;
  int r = f(0);
  if (f != same || r != 0) reach_error();
  return 0;
}
