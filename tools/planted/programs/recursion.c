// a recursive function that changes what others share
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int depth, most;
static int f(int n) { int r; depth++; if (depth > most) most = depth; r = n > 0 ? n + f(n - 1) : 0; depth--; return r; }
static int g(int n) { return n > 0 ? g(n - 1) : f(1) + 5; }
int main(void) {
  unsigned key = __VERIFIER_nondet_uint();
  int s = g(1) + 100 * most;
  if (key * 7919u == 4104336541u && s == 206) reach_error();
  return 0;
}
