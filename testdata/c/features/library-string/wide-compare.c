// wcscmp is not modelled exactly, and no input
// expect: over-approximated, wcscmp yields any value
#include <wchar.h>
void reach_error(void);
int main(void) {
    if (wcscmp(L"ab", L"ab") != 0)
        reach_error();
}
