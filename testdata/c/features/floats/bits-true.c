// the bits of a float through a union
// expect: TRUE
extern void reach_error(void);

int main(void) {
  union { float f; unsigned u; } x;
  x.f = 1.0f;
  if (x.u != 0x3f800000u) reach_error();
  x.u |= 0x80000000u;
  if (x.f != -1.0f) reach_error();
  return 0;
}
