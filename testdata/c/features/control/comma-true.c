// the comma operator gives its last value
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1);
  int y = (x++, x *= 3, x + 1);
  if (y != 7) reach_error();
  int i, j;
  for (i = 0, j = 9; i < j; i++, j--) ;
  if (!(i == 5 && j == 4)) reach_error();
  return 0;
}
