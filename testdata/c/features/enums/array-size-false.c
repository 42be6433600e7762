// enumerators as array sizes and indices
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

enum { RED, GREEN, COUNT };
static const char *names[COUNT] = {[GREEN] = "green", [RED] = "red"};

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 1);
  if (!(sizeof names / sizeof names[0] == 2)) reach_error();
  if (names[i][0] == 'g') reach_error();
  return 0;
}
