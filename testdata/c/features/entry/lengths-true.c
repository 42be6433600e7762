// the length of an array that is a parameter is that of its type, however it is written
// expect: TRUE
// flags: --entry f --check memory
// run: no, there is no main
typedef int row[4];

int f(int a[3][2], int b[010], int c[2 + 2], int (d)[4], row e, int g[sizeof(row) / sizeof(int)]) {
  return a[2][1] ^ b[7] ^ c[3] ^ d[3] ^ e[3] ^ g[3];
}
