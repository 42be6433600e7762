// sixteen bytes are accessed as four rows of four
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

typedef unsigned char rows[4][4];

static void shift(rows *s) {
  unsigned char t = (*s)[1][0];
  for (int i = 0; i < 3; i++) (*s)[1][i] = (*s)[1][i + 1];
  (*s)[1][3] = t;
}

int main(void) {
  unsigned char block[16] = {0}, x = __VERIFIER_nondet_int();
  block[4] = x;
  shift((rows *)block);
  if (block[7] == x) reach_error();
  return 0;
}
