// members of a union have different sizes
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

union word { unsigned char byte; unsigned short half; unsigned whole; };

int main(void) {
  union word w;
  w.whole = 0x11223344u;
  w.byte = __VERIFIER_nondet_int();
  unsigned char x = w.byte;
  if (w.whole == 0x11223300u + x) reach_error();
  return 0;
}
