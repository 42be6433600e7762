// a compound literal of a char array from a string
// expect: TRUE
extern void reach_error(void);

int main(void) {
  char *p = (char[]){"xyz"};
  char *q = (char[6]){"ab"};
  if (p[1] != 'y') reach_error();
  if (!(q[1] == 'b' && q[4] == 0)) reach_error();
  if (!(sizeof((char[]){"xyz"}) == 4)) reach_error();
  return 0;
}
