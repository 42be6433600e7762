// functions of the library end
// expect: TRUE
// flags: --check termination
#include <string.h>
int main(void) {
    char s[20];
    memset(s, 1, sizeof s);
    s[9] = 0;
    return strlen(s) > 100;
}
