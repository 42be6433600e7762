// a union of members of different sizes
// expect: FALSE
// inputs: 77
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
union u { unsigned long long l; struct { unsigned lo; short hi[2]; } s; char c; };

int main(void) {
  union u u;
  u.l = 0;
  u.s.lo = __VERIFIER_nondet_uint();
  u.s.hi[1] = -1;
  if (u.l >> 48 != 0xffff) reach_error();
  if ((unsigned)u.l == u.s.lo) reach_error();
  return 0;
}
