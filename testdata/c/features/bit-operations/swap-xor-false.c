// two numbers are swapped by xor
// expect: FALSE
// inputs: -5 12
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == -5);
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(b == 12);
  a ^= b; b ^= a; a ^= b;
  if (a != 12) reach_error();
  if (b == -5) reach_error();
  return 0;
}
