// a pointer that walks back from the end
// expect: TRUE
extern void reach_error(void);

int main(void) {
  char s[] = "abc", r[4], *d = r;
  for (char *p = s + sizeof s - 2; p >= s; p--) *d++ = *p;
  *d = 0;
  if (r[0] != 'c') reach_error();
  if (!(r[2] == 'a' && r[3] == 0)) reach_error();
  return 0;
}
