// && and || give 0 or 1
// expect: FALSE
// inputs: 6
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == 6);
  if (!((a && 9) == 1)) reach_error();
  if (!((a || 0) + (a && a) == 2)) reach_error();
  if (!(!!a + !a == 1)) reach_error();
  if (!((a > 3) - (a < 3) == 1)) reach_error();
  if (!(-(a == 6) == -1)) reach_error();
  if (~(a != 6) == -1) reach_error();
  return 0;
}
