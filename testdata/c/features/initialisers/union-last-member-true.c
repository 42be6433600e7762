// the last designator of a union is used, and nothing remains of another member
// expect: TRUE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

union reg { struct { unsigned lo : 8, hi : 24; } s; unsigned u; };
union reg a = {.s.hi = 1, .u = 2}, b = {.u = 0x10200, .s.lo = 1}, c[4] = {[0 ... 3] = {.u = 7}, [2].s.hi = 5};

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x * 7919u == 123456789u && !(a.u == 2 && b.u == 1 && c[1].u == 7 && c[2].u == 0x500)) reach_error();
  return 0;
}
