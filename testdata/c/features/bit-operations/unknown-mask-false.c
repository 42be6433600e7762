// a mask that is an input
// expect: FALSE
// inputs: 4 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  if (n == 0 || (n & (n - 1)) != 0) return 0;
  if (n - 1 > (x & (n - 1))) reach_error();
  return 0;
}
