// values of assignments, ({…}) and ?: keep the type of a bit-field
// expect: TRUE
// flags: --data-model LP64
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { unsigned a : 3; unsigned long w : 40; } s = {1, 0xffffffffff};
  int two = __VERIFIER_nondet_int();
  __VERIFIER_assume(two == 2);
  if (!(({ s.a; }) - two < 0)) reach_error();
  if (!((s.a ?: s.a) - two < 0)) reach_error();
  if (!(({ s.w; }) + 1 == 0)) reach_error();
  if (sizeof(s.w + 1) != 8) reach_error();
  if (!((s.w += 0) + 1 == 0)) reach_error();
  if (!((s.w = s.w) + two == 1)) reach_error();
  return 0;
}
