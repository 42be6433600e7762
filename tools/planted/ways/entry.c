// a function that the program starts with
// expect: FALSE
// flags: --entry f --argument a=0..10
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int f(int a) {
  unsigned key = __VERIFIER_nondet_uint();
  if (key * 7919u == 4104336541u && a > 7) reach_error();
  return a;
}
