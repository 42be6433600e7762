// digits and letters as numbers
// expect: FALSE
// inputs: 98
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

static int hex(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

int main(void) {
  char c = __VERIFIER_nondet_char();
  __VERIFIER_assume(c == 'b');
  if (hex(c) != 11) reach_error();
  if (!(hex('7') == 7)) reach_error();
  if (hex('G') == -1) reach_error();
  return 0;
}
