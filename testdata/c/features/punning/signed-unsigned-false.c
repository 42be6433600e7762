// an int through a pointer to unsigned
// expect: FALSE
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -1);
  int j = i;
  unsigned *p = (unsigned *)&j;
  if (*p != 4294967295u) reach_error();
  *p = 3;
  if (j == 3) reach_error();
  return 0;
}
