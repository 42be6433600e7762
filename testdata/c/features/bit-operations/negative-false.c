// bit operations on negative numbers work on two's complement
// expect: FALSE
// inputs: -4 7
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == -4);
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(b == 7);
  if ((a & b) != 4) reach_error();
  if (!((a | b) == -1)) reach_error();
  if (!((a ^ b) == -5)) reach_error();
  if (~a == 3) reach_error();
  return 0;
}
