// an unsigned input is not negative
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if ((long long)x < 0) reach_error();
  return 0;
}
