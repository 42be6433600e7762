// a byte of a struct of bit-fields
// expect: FALSE
// inputs: 5
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct f { unsigned a : 3; int b : 6; unsigned c : 9; };

int main(void) {
  struct f f = {0, 0, 0};
  unsigned n = __VERIFIER_nondet_uint();
  f.b = -1;
  f.a = n;
  if (((unsigned char *)&f)[0] != (248 | (n & 7))) reach_error();
  ((unsigned char *)&f)[1] = 0;
  if (f.b == 31) reach_error();
  return 0;
}
