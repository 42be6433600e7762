// escapes in character constants
// expect: FALSE
extern void reach_error(void);

int main(void) {
  if (!('\n' == 10)) reach_error();
  if (!('\t' == 9)) reach_error();
  if (!('\0' == 0)) reach_error();
  if (!('\\' == 92)) reach_error();
  if (!('\'' == 39)) reach_error();
  if (!('\a' == 7 && '\b' == 8 && '\f' == 12 && '\r' == 13 && '\v' == 11)) reach_error();
  if (!('\101' == 'A')) reach_error();
  if (!('\x41' == 'A')) reach_error();
  if (!('\e' == 27)) reach_error();
  if (!('"' == '\"')) reach_error();
  if ('\?' == '?') reach_error();
  return 0;
}
