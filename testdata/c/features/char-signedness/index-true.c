// a negative char needs a cast before it is an index
// expect: TRUE
// inputs: -2
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
  static int seen[256];
  char c = __VERIFIER_nondet_char();
  __VERIFIER_assume(c == -2);
  seen[(unsigned char)c] = 7;
  if (seen[254] != 7) reach_error();
  if (seen[2] != 0) reach_error();
  return 0;
}
