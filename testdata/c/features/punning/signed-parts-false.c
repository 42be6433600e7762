// bytes that are read as signed numbers
// expect: FALSE
// inputs: -5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -128 || n > -1) return 0;
  if (*(signed char *)&n == n) reach_error();
  if (((short *)&n)[1] != -1) reach_error();
  return 0;
}
