// __atomic_exchange takes the new value from an object, and stores the old one in another
// expect: TRUE
void reach_error(void);

int main(void) {
  int v = 1, w = 7, o = 0;
  __atomic_exchange(&v, &w, &o, __ATOMIC_SEQ_CST);
  if (v != 7 || w != 7 || o != 1) reach_error();
  __atomic_exchange(&v, &o, &o, __ATOMIC_SEQ_CST);
  if (v != 1 || o != 7) reach_error();
  return 0;
}
