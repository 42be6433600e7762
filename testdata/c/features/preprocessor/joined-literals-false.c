// adjacent literals are joined after their escape sequences are read
// expect: FALSE
extern void reach_error(void);

static const char text[] = "\x1" "2" "\1" "2" u8"\x41" "B";

int main(void) {
  if (sizeof text * 1000 + text[0] * 100 + text[2] * 10 + text[4] - 65 == 7110) reach_error();
  return 0;
}
