// inputs below zero
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0, i;
  unsigned key = __VERIFIER_nondet_uint();
  for (i = n % 5; i < 0; i++) s -= i;
  if (key * 7919u == 4104336541u && s == 10) reach_error();
  return 0;
}
