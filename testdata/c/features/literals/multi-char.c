// a constant of several characters
// expect: refused, invalid character constant
extern void reach_error(void);

int main(void) {
  if (!('ab' == 24930)) reach_error();
  if (!('abcd' == 0x61626364)) reach_error();
  return 0;
}
