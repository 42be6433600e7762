// a contract
// expect: FALSE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int f(int a) __CPROVER_requires(a < 5) { return a; }
int main(void) {
  unsigned key = __VERIFIER_nondet_uint();
  return key * 7919u == 4104336541u ? f(7) : f(2);
}
