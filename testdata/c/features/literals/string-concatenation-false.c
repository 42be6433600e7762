// neighbouring strings are one
// expect: FALSE
extern void reach_error(void);

int main(void) {
  char s[] = "ab" "cd"
    "e";
  if (sizeof s != 6) reach_error();
  if (s[3] != 'd') reach_error();
  if (s[5] == 0) reach_error();
  return 0;
}
