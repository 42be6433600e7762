// a macro with arguments evaluates them each time
// expect: TRUE
extern void reach_error(void);

#define MAX(a, b) ((a) > (b) ? (a) : (b))

int main(void) {
  int i = 5, j = 3;
  int m = MAX(i++, j++);
  if (m != 6) reach_error();
  if (!(i == 7 && j == 4)) reach_error();
  return 0;
}
