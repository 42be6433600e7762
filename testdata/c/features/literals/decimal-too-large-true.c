// a decimal constant beyond int is long long, not unsigned
// expect: TRUE
extern void reach_error(void);

int main(void) {
  if (sizeof(4294967295) != 8) reach_error();
  if (!(-2147483648 < 0)) reach_error();
  if (sizeof(2147483648) != 8) reach_error();
  if (!(4294967295 > -1)) reach_error();
  return 0;
}
