// a word read from bytes, aligned or not
// expect: TRUE
// inputs: 6
// gcc: -fno-sanitize=alignment
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char b[8] = {0}, n = __VERIFIER_nondet_uchar();
  b[2] = n;
  if (*(unsigned *)b != n * 65536u) reach_error();
  if (*(unsigned short *)(b + 1) != n * 256u) reach_error();
  return 0;
}
