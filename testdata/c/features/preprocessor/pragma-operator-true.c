// _Pragma with a text that macros make
// expect: TRUE
extern void reach_error(void);

#define TEXT(x) #x
#define PACK(n) _Pragma(TEXT(pack(n)))
PACK(1)
struct packed { char c; int i; };
PACK()
struct plain { char c; int i; };

int main(void) {
  if (sizeof(struct packed) * 10 + sizeof(struct plain) != 58) reach_error();
  return 0;
}
