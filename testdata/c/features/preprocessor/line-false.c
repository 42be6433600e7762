// __LINE__ and #line
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int a = __LINE__; int b = __LINE__;
  if (a != b) reach_error();
#line 100
  int c = __LINE__;
  if (c == 100) reach_error();
  return 0;
}
