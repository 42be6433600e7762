// a function of the compiler without model is no input
// expect: over-approximated, __builtin_clrsb yields any value
void reach_error(void);
int main(void) {
    if (__builtin_clrsb(-1) != 31)
        reach_error();
}
