// with -fwrapv a loop may go on because a signed operation wraps
// expect: FALSE
// flags: --check termination -fwrapv
// run: no, it does not end
int main(void) {
    int x = 0;
    while (1)
        x++;
}
