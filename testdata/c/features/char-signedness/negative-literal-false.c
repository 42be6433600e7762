// character constants above 127 are negative
// expect: FALSE
extern void reach_error(void);

int main(void) {
  if (!('\377' == -1)) reach_error();
  if (!('\x80' < 0)) reach_error();
  if ('\x7f' == 127) reach_error();
  return 0;
}
