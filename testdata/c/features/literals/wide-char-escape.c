// a wide character beyond a byte
// expect: refused, invalid character constant
extern void reach_error(void);

int main(void) {
  if (!(L'\xffff' == 65535)) reach_error();
  return 0;
}
