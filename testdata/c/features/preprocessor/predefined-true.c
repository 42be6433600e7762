// predefined macros describe the data model
// expect: TRUE
// flags: --data-model ILP32
extern void reach_error(void);

int main(void) {
  if (__SIZEOF_LONG__ != 4) reach_error();
  if (__SIZEOF_POINTER__ != 4) reach_error();
  if (__CHAR_BIT__ != 8) reach_error();
  if (__INT_MAX__ != 2147483647) reach_error();
  if (__STDC__ != 1) reach_error();
#ifdef __LP64__
  reach_error();
#endif
  if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) reach_error();
  return 0;
}
