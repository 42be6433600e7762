// unsigned subtraction wraps
// expect: TRUE
// inputs: 0
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u == 0);
  if (u - 1 != 4294967295u) reach_error();
  if (!(u - 1 > 0)) reach_error();
  return 0;
}
