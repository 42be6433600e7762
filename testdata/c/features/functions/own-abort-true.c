// a function of the program with the name of a function that does not return
// expect: TRUE
// run: no, gcc's own abort does not fail an assertion
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int id(int x) { return x; }

void abort(void) { reach_error(); }

int main(void) {
  int (*f)(int) = id;
  if (f(3) != 3) abort();
  return 0;
}
