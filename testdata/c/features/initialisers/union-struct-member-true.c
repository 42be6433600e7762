// a struct as the first member of a union is assigned, passed and returned
// expect: TRUE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

union u { struct { unsigned char a, b; } s; unsigned short h; };
static union u make(unsigned char a) { return (union u){{a, 4}}; }
static unsigned half(union u v) { return v.h; }

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  union u v, *p = &v;
  *p = (union u){{5, 6}};
  if (x * 7919u == 123456789u && !(half(make(3)) == 0x403 && half(*p) == 0x605)) reach_error();
  return 0;
}
