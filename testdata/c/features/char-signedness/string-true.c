// bytes of a string above 127 are negative
// expect: TRUE
extern void reach_error(void);

int main(void) {
  char *s = "\xff\x80";
  if (s[0] != -1) reach_error();
  if (s[1] != -128) reach_error();
  unsigned char *u = (unsigned char *)s;
  if (u[0] != 255) reach_error();
  return 0;
}
