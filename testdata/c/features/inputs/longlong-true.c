// a long long input
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x != 0 && x == 0) reach_error();
  return 0;
}
