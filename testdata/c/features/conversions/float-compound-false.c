// a compound assignment with a floating-point operand
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int i = 7;
  i *= 1.5;
  if (i != 10) reach_error();
  unsigned char c = 10;
  c += 0.9;
  if (c != 10) reach_error();
  i /= 0.3f;
  if (i != 33) reach_error();
  char d = 100;
  d -= 0.5;
  if (d == 99) reach_error();
  return 0;
}
