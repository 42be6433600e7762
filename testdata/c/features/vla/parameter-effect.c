// an effect in the length of a parameter
// expect: over-approximated, an effect in the length of this array
void reach_error(void);
int next(int n, int a[n++]) { return n + (a != 0); }
int main(void) {
    int a[9];
    if (next(4, a) != 6)
        reach_error();
}
