// ?: with a bit-field
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { unsigned a : 3; } s = {1};
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 1);
  if (!((k ? s.a : 0) - 2 < 0)) reach_error();
  if (!((k ? s.a : 0u) - 2 > 0)) reach_error();
  if (!(-s.a < 0)) reach_error();
  if (!(+s.a - 2 < 0)) reach_error();
  return 0;
}
