/* Runs the program on many inputs, each time in a process of its own. Runs that pass edges or comparisons which none has passed before are kept; later ones
   are made of those by changing some of their inputs, to constants of the program and to what inputs were compared with, for instance. What is printed, and
   which runs there are, depends on the program alone, unless runs are stopped by the clock. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  most = 512,        /* inputs of a run */
  map_size = 1 << 14, /* edges and comparisons */
  pairs = 64,        /* of compared numbers of a run */
  entries = 256,     /* that are kept */
  slow = 20          /* runs that were stopped by the clock, after which there are no more */
};
typedef unsigned long long number;

typedef struct {
  unsigned count, compared;
  struct { unsigned site, real; number value; } in[most];
  number pair[pairs][2];
  unsigned char map[map_size];
} record;

static record *now;             /* the run: shared with its process */
static record *kept[entries];
static unsigned keeps, run, planned, how; /* how: inputs are chosen that are not planned */
static number plan[most], state;
static unsigned char seen[map_size];

static unsigned below(unsigned n) { /* xorshift64* */
  state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
  return (unsigned)(state * 2685821657736338717ull >> 33) % n;
}

static number fitted(number v, int bits, int sign) {
  if (bits >= 64) return v;
  v &= (1ull << bits) - 1;
  return sign && v >> (bits - 1) ? v | ~0ull << bits : v;
}

static number constant(void) {
  return cornet_constants[below(sizeof cornet_constants / sizeof *cornet_constants)] + below(3) - 1;
}

static number fresh(int bits, unsigned way) {
  number any = (number)below(1u << 31) << 40 ^ (number)below(1u << 31) << 20 ^ below(1u << 31);
  switch (way) {
  case 0: return 0;
  case 1: return 1;
  case 2: return below(12) - 2ull;
  case 3: return constant();
  case 4: return (below(2) ? 1ull << (bits - 1) : 0) + below(3) - 1;
  case 5: return 32 + below(96);
  case 6: return any >> below(64);
  default: return fresh(bits, 2 + below(5));
  }
}

number cornet_choose(unsigned site, int bits, int sign) {
  if (now->count == most) _exit(108);
  number v = now->count < planned ? plan[now->count] : fresh(bits, how);
  v = fitted(v, bits, sign);
  now->in[now->count].real = 0;
  now->in[now->count].site = site;
  now->in[now->count++].value = v;
  return v;
}

double cornet_real(unsigned site, int single) {
  union { number n; double d; } v;
  if (now->count == most) _exit(108);
  if (now->count < planned) v.n = plan[now->count];
  else if (how < 4 || below(2)) v.d = (double)(long long)fresh(64, how < 4 ? how : 2 + below(2)) + (how < 4 ? 0 : below(1024) / 1024.);
  else v.n = fresh(64, 7) << below(2) * 32;
  if (single) v.d = (float)v.d;
  now->in[now->count].real = 1;
  now->in[now->count].site = site;
  now->in[now->count++].value = v.n;
  return v.d;
}

static void passes(unsigned long at) {
  unsigned char *p = now ? &now->map[(at ^ at >> 14) % map_size] : 0;
  if (p && *p < 255) ++*p;
}

void __sanitizer_cov_trace_pc(void) { passes((unsigned long)__builtin_return_address(0)); }

static void compares(unsigned long at, number a, number b) {
  if (!now || a == b) return;
  unsigned i = now->compared < pairs ? now->compared++ : below(4 * pairs);
  if (i < pairs) now->pair[i][0] = a, now->pair[i][1] = b;
  unsigned char *p = &now->map[(at * 67 + 1 + __builtin_clzll(a < b ? b - a : a - b)) % map_size];
  *p |= 1;
}

#define here (unsigned long)__builtin_return_address(0)
#define COMPARE(name, type) \
  void __sanitizer_cov_trace_##name(type a, type b) { compares(here, a, b); }
COMPARE(cmp1, signed char)
COMPARE(cmp2, short)
COMPARE(cmp4, int)
COMPARE(cmp8, long long)
COMPARE(const_cmp1, signed char)
COMPARE(const_cmp2, short)
COMPARE(const_cmp4, int)
COMPARE(const_cmp8, long long)
static number bits_of(double d) {
  union { double d; number n; } v = {d};
  return v.n;
}
void __sanitizer_cov_trace_cmpf(float a, float b) { compares(here, bits_of(a), bits_of(b)); }
void __sanitizer_cov_trace_cmpd(double a, double b) { compares(here, bits_of(a), bits_of(b)); }
void __sanitizer_cov_trace_switch(number v, number *cases) {
  for (number i = 0; i < cases[0]; i++) compares(here + i, v, cases[2 + i]);
}

/* moved is a number near another one, as the bits of a double. */
static number moved(number n) {
  union { number n; double d; } v = {n};
  switch (below(4)) {
  case 0: return bits_of(v.d + (below(2049) - 1024.) / 1024);
  case 1: return bits_of(v.d * (below(2) ? 2 : -.5));
  case 2: return bits_of((double)(below(201) - 100.));
  default: return n + below(33) - 16ull;
  }
}

/* change makes the inputs of a run of those of one that was kept. */
static void change(record *r) {
  planned = r->count;
  for (unsigned i = 0; i < planned; i++) plan[i] = r->in[i].value;
  if (!planned) return;
  for (unsigned n = 1 << below(3); n; n--) {
    unsigned i = below(planned), way = below(8);
    if (r->in[i].real && way < 4) { plan[i] = moved(plan[i]); continue; }
    switch (way) {
    case 0: plan[i] = fresh(32, 2); break;
    case 1: plan[i] = constant(); break;
    case 2: plan[i] += below(33) - 16ull; break;
    case 3: plan[i] ^= 1ull << below(64); break;
    case 4: plan[i] = plan[below(planned)]; break;
    case 5: planned = i + 1; break;
    default: /* what an input was compared with, in its place */
      if (r->compared) {
        number *p = r->pair[below(r->compared)];
        unsigned side = below(2), k = below(planned);
        for (unsigned j = 0; j < planned; j++)
          if (plan[(j + k) % planned] == p[side]) { i = (j + k) % planned; break; }
        plan[i] = p[!side] + (below(2) ? 0 : below(3) - 1);
      }
    }
  }
}

/* class is a bit for how often an edge is passed. */
static unsigned char class(unsigned n) {
  return n < 4 ? 1 << (n - 1) : n < 8 ? 8 : n < 16 ? 16 : n < 32 ? 32 : n < 128 ? 64 : 128;
}

static void keep(void) {
  int new = 0;
  for (unsigned i = 0; i < map_size; i++)
    if (now->map[i] && class(now->map[i]) & ~seen[i]) seen[i] |= class(now->map[i]), new = 1;
  if (!new || keeps == entries || !(kept[keeps] = malloc(sizeof *now))) return;
  memcpy(kept[keeps++], now, sizeof *now);
}

static void say(const char *word, record *r) {
  static char line[32 * most + 32];
  unsigned n = 0;
  for (; *word; word++) line[n++] = *word;
  for (unsigned i = 0; i < r->count; i++) {
    line[n++] = ' ';
    for (int s = 28; s >= 0; s -= 4) line[n++] = "0123456789abcdef"[r->in[i].site >> s & 15];
    line[n++] = ':';
    for (int s = 60; s >= 0; s -= 4) line[n++] = "0123456789abcdef"[r->in[i].value >> s & 15];
  }
  line[n++] = '\n';
  if (write(1, line, n) != n) _exit(0);
}

/* serve returns in the process of each run, which goes on to the program's main function. */
__attribute__((constructor(101))) static void serve(void) {
  unsigned stopped = 0, found = 0, still = 0;
  record *shared = mmap(0, sizeof *now, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) _exit(0);
  now = shared;
  for (; run < cornet_runs && stopped < slow && found < cornet_enough && still < cornet_still; run++) {
    unsigned before = keeps;
    state = 88172645463325252ull + run * 0x9e3779b97f4a7c15ull;
    planned = 0, how = (run < 64 ? run : run / 8) % 8;
    memset(now, 0, sizeof *now);
    if (run >= 64 && keeps && run % 8) change(kept[below(4) ? keeps - 1 - below(keeps < 16 ? keeps : 16) : below(keeps)]);
    pid_t child = fork();
    if (child < 0) _exit(0);
    if (!child) {
      int null = open("/dev/null", O_RDWR);
      for (int i = 0; i < 3; i++) dup2(null, i);
      struct itimerval limit = {{0, 0}, {0, 50000}};
      setitimer(ITIMER_PROF, &limit, 0);
      return;
    }
    int status = 0;
    waitpid(child, &status, 0);
    stopped += WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
    if (WIFEXITED(status) && WEXITSTATUS(status) == cornet_error) found++, say("error", now);
    if (now->count > most || now->compared > pairs) _exit(0); /* the program has written there */
    keep();
    still = keeps > before ? 0 : still + 1;
    if (run == 8 && keeps == 1 && !kept[0]->count) break; /* there are no inputs */
  }
  for (unsigned i = 0; i < keeps && cornet_suite; i++) say("kept", kept[i]);
  _exit(0);
}
