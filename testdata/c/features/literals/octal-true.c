// a leading zero makes a constant octal
// expect: TRUE
extern void reach_error(void);

int main(void) {
  if (010 != 8) reach_error();
  if (0777 != 511) reach_error();
  if (0 != 00) reach_error();
  if (037777777777 != 0xffffffff) reach_error();
  return 0;
}
