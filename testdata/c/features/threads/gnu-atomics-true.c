// __sync and __atomic functions
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int x = 5;
  if (!(__sync_fetch_and_add(&x, 2) == 5)) reach_error();
  if (!(__sync_add_and_fetch(&x, 1) == 8)) reach_error();
  if (!(__sync_bool_compare_and_swap(&x, 8, 3))) reach_error();
  if (!(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 3)) reach_error();
  __atomic_store_n(&x, 6, __ATOMIC_SEQ_CST);
  if (!(__atomic_sub_fetch(&x, 1, __ATOMIC_SEQ_CST) == 5)) reach_error();
  return 0;
}
