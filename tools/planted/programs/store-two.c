// a pointer is stored through a pointer that may mean either of two
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = 1, y = 2, z = 3, n = __VERIFIER_nondet_int(), *p = &x, *q = &z, **pp = n ? &p : &q;
  unsigned key = __VERIFIER_nondet_uint();
  *pp = &y;
  *p = 10;
  *q = 20;
  int s = x + 3 * y + 5 * z;
  if (key * 7919u == 4104336541u && s == 85) reach_error();
  return 0;
}
