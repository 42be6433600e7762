// a hexadecimal escape ends where the literal does
// expect: TRUE
extern void reach_error(void);

int main(void) {
  char s[] = "\x1" "2";
  if (sizeof s != 3) reach_error();
  if (s[0] != 1) reach_error();
  if (s[1] != '2') reach_error();
  return 0;
}
