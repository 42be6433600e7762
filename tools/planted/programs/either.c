// a conditional pointer
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = 1, y = 2, *q = &y, *p = __VERIFIER_nondet_int() ? &x : &y;
  unsigned key = __VERIFIER_nondet_uint();
  *p = 7;
  int s = x + 3 * y;
  if (key * 7919u == 4104336541u && s == 22) reach_error();
  return *q;
}
