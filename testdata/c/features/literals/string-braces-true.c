// a string in braces initialises an array
// expect: TRUE
extern void reach_error(void);

int main(void) {
  char s[] = {"xyz"};
  if (sizeof s != 4) reach_error();
  if (s[2] != 'z') reach_error();
  char t[3][4] = {{"ab"}, "cd"};
  if (t[0][1] != 'b') reach_error();
  if (t[1][0] != 'c') reach_error();
  if (t[2][0] != 0) reach_error();
  return 0;
}
