// a char input lies between -128 and 127
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  if (c > 127 || c < -128) reach_error();
  return 0;
}
