// a short input
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short s = __VERIFIER_nondet_short();
  if (s > 32767) reach_error();
  return 0;
}
