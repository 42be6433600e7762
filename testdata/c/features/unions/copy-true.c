// a union is copied with all its bytes
// expect: TRUE
extern void reach_error(void);

union u { unsigned char b[4]; unsigned n; };

int main(void) {
  union u x, y;
  x.n = 0x01020304;
  y = x;
  x.n = 0;
  if (y.b[2] != 2) reach_error();
  if (y.n != 0x01020304) reach_error();
  return 0;
}
