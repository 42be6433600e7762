// an array of unions at an index that is an input
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
union u { unsigned w; unsigned char b[4]; };

int main(void) {
  union u a[20];
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 20) return 0;
  a[i].w = 0x01020304;
  if (a[i].b[3] == 1) reach_error();
  return 0;
}
