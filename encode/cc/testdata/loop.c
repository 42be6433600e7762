extern int nondet(void);
unsigned char total = 250;
static int calls;

static int step(int x, char by) {
  calls++;
  return x < 10 ? x + by : x;
}

int main(void) {
  int n = nondet();
  for (int i = 0; i < n && total; i++) {
    if (i == 3)
      continue;
    total += step(i, 300);
  }
  switch (n & 3) {
  case 0:
    total = 0;
  case 1:
    break;
  default:
    goto out;
  }
  do
    n /= 2;
  while (n > 1);
out:
  return total;
}
