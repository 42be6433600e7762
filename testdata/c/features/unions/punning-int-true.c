// an int read as bytes, little-endian
// expect: TRUE
extern void reach_error(void);

int main(void) {
  union { unsigned n; unsigned char b[4]; } u;
  u.n = 0x12345678;
  if (u.b[0] != 0x78) reach_error();
  if (u.b[3] != 0x12) reach_error();
  u.b[1] = 0;
  if (u.n != 0x12340078u) reach_error();
  return 0;
}
