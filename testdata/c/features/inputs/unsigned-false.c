// an unsigned input is not negative
// expect: FALSE
// inputs: 4294967295
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x == 4294967295u) reach_error();
  return 0;
}
