// arithmetic on void * counts bytes
// expect: TRUE
extern void reach_error(void);

int main(void) {
  char s[4] = "abc";
  void *p = s;
  p += 2;
  if (*(char *)p != 'c') reach_error();
  if (sizeof(void) != 1) reach_error();
  if (p - (void *)s != 2) reach_error();
  return 0;
}
