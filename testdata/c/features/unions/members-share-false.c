// members share their memory
// expect: FALSE
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

union u { int i; unsigned n; };

int main(void) {
  union u x;
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == -1);
  x.i = k;
  if (x.n != 4294967295u) reach_error();
  x.n = 5;
  if (x.i == 5) reach_error();
  return 0;
}
