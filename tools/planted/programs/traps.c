// a division and an access that are not evaluated
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), g = 4, *p = n ? &g : 0;
  unsigned key = __VERIFIER_nondet_uint();
  int s = p && *p == 4 ? 2 : 3;
  int t = n != 0 && 100 / n > 20 ? 5 : 7;
  if (key * 7919u == 4104336541u && s == 3 && t == 7) reach_error();
  return 0;
}
