// comparisons of long long and unsigned are signed
// expect: TRUE
// inputs: -1
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(x == -1);
  unsigned u = 4294967295u;
  if (!(x < u)) reach_error();
  if ((unsigned)x != u) reach_error();
  if (!((x == u) == 0)) reach_error();
  return 0;
}
