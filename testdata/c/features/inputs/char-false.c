// a char input lies between -128 and 127
// expect: FALSE
// inputs: -128
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  if (c == -128) reach_error();
  return 0;
}
