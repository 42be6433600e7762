// a pointer is an argument of a recursive function
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void set(int *p, int n) { if (n > 0) set(p, n - 1); else *p = 7; }
int main(void) {
  int x = 1, y = 2, *q = &y;
  unsigned key = __VERIFIER_nondet_uint();
  set(__VERIFIER_nondet_int() ? &x : q, 2);
  int s = x + 3 * y;
  if (key * 7919u == 4104336541u && s == 22) reach_error();
  return 0;
}
