// a shift right by one halves every unsigned number
// expect: TRUE
// inputs: 4294967295
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  if (u >> 1 > 2147483647u) reach_error();
  return 0;
}
