// functions with several parameters, called twice
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int f(int a, int b, int c) { int t = a * 2; t += b; return t * 3 + c; }
int main(void) {
  unsigned key = __VERIFIER_nondet_uint();
  int s = f(1, 2, 3) + f(4, 5, 6) * 100;
  if (key * 7919u == 4104336541u && s == 4515) reach_error();
  return 0;
}
