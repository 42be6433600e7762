// the two results of ?: have one type
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(b == 1);
  long long r = b ? -1 : 1u;
  if (r != 4294967295LL) reach_error();
  return 0;
}
