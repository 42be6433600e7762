// plain char is signed
// expect: FALSE
// inputs: -1
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
  char c = __VERIFIER_nondet_char();
  __VERIFIER_assume(c == -1);
  if (!(c < 0)) reach_error();
  char d = 200;
  if (d == -56) reach_error();
  return 0;
}
