// a negative number shifted left when signed operations wrap
// expect: FALSE
// gcc: -fno-sanitize=shift
// inputs: -3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -3);
  if (i << 2 == -12) reach_error();
  return 0;
}
