// hexadecimal constants may be unsigned
// expect: TRUE
extern void reach_error(void);

int main(void) {
  if (0xFF != 255) reach_error();
  if (0XabCD != 43981) reach_error();
  if (!(0xffffffff > 0)) reach_error();
  if (0xffffffff != 4294967295u) reach_error();
  if (-1 != (int)0xffffffff) reach_error();
  if (sizeof(0xffffffff) != 4) reach_error();
  return 0;
}
