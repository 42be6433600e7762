// signed numbers are extended by their sign, unsigned ones by zeros
// expect: TRUE
// inputs: -2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -2);
  if ((long long)i != -2LL) reach_error();
  if ((unsigned long long)i != 18446744073709551614ULL) reach_error();
  if ((unsigned long long)(unsigned)i != 4294967294ULL) reach_error();
  return 0;
}
