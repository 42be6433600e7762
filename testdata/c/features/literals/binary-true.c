// binary constants
// expect: TRUE
extern void reach_error(void);

int main(void) {
  if (0b101 != 5) reach_error();
  if (0B11110000u != 0xf0) reach_error();
  return 0;
}
