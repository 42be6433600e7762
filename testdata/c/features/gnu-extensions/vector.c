// vector types
// expect: refused, vector
extern void reach_error(void);

typedef int v4 __attribute__((vector_size(16)));

int main(void) {
  v4 a = {1, 2, 3, 4}, b = a + a;
  if (b[3] != 8) reach_error();
  return 0;
}
