// several properties
// expect: FALSE
// flags: --check arrays,division-by-zero,unreach-call
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[3];
int main(void) {
  unsigned key = __VERIFIER_nondet_uint();
  if (key * 7919u == 4104336541u) a[key] = 3;
  return 7 / (a[0] + 1);
}
