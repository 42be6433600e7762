// comments are spaces
// expect: TRUE
extern void reach_error(void);

#define EMPTY/* nothing */
#define ADD(a, b) a/**/+/* plus */b // rest

int main(void) {
  int x = 6/**/ /2 EMPTY; // a comment \
  that goes on
  if (x != 3) reach_error();
  if (!(ADD(1, 2) == 3)) reach_error();
  return 0;
}
