// a shift right by one halves every unsigned number
// expect: FALSE
// inputs: 14
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  if (u >> 1 == 7) reach_error();
  return 0;
}
