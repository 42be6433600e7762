// a cast of a bit-field to its declared type drops its width
// expect: TRUE
// flags: --data-model LP64
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { unsigned a : 3; unsigned long b : 40; } s = {1, 0xffffffffff};
  int two = __VERIFIER_nondet_int();
  __VERIFIER_assume(two == 2);
  if (!(s.a - two < 0)) reach_error();
  if (!((unsigned)s.a - two > 0)) reach_error();
  if ((unsigned long)s.b + two != 0x10000000001) reach_error();
  if (s.b + two != 1) reach_error();
  return 0;
}
