// bit-fields wider than int compute in their own width
// expect: FALSE
// flags: --data-model LP64
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { unsigned long a : 40; } s = {0xffffffffff};
  int one = __VERIFIER_nondet_int();
  __VERIFIER_assume(one == 1);
  if (s.a + one != 0) reach_error();
  if (!(s.a << 8 == 0xffffffff00)) reach_error();
  if (!(~s.a == 0)) reach_error();
  if ((unsigned long)s.a + one == 0x10000000000) reach_error();
  return 0;
}
