// misc crc: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned crc = 0xffffffffu;
  const char *s = "123456789";
  for (; *s; s++) {
    crc ^= (unsigned char)*s;
    for (int k = 0; k < 8; k++)
      crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  assert((long long)(~crc) == 3421780262LL);
  return 0;
}
