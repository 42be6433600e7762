// a bit-field beside the same bits as a number
// expect: FALSE
extern void reach_error(void);

int main(void) {
  union { struct { unsigned a : 4, b : 4; } s; unsigned char c; } u;
  u.c = 0x5a;
  if (u.s.a == 10) reach_error();
  return 0;
}
