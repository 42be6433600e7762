// a pointer to a parameter
// expect: TRUE
// inputs: 4
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int n) { int *p = &n; *p += 3; return n; }
static int g(int v[2]) { int **p = &v; (*p)++; return v[0]; }

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 4);
  int a[2] = {5, 6};
  if (f(k) != 7) reach_error();
  if (k != 4) reach_error();
  if (g(a) != 6) reach_error();
  return 0;
}
