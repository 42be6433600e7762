// hexadecimal floating-point constants
// expect: TRUE
extern void reach_error(void);

int main(void) {
  if (0x1.8p1 != 3.0) reach_error();
  if (0x.1p4 != 1.0) reach_error();
  if (0x1p-2f != 0.25f) reach_error();
  if (1e3 != 1000) reach_error();
  if (.5e1 != 5.) reach_error();
  return 0;
}
