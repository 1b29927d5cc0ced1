/* A design for "pops-tb cosim" (docs/cosim.md) in C: the exit trackers of all packers. Build: cc -O2 -o design design.c */
#include "pops_cosim.h"

enum { PACKERS = 16, IDS = 1 << 16, WINDOW = 8, OUTPUTS = 1 << 16 };

struct output {
  enum pops_cosim_answer kind;
  int64_t cycle, packer, id;
};

static struct {
  int64_t by_export, id_start, id_wrap, visible_least;
} set;
static struct {
  int64_t oldest, last_visible;
  char exited[IDS];
} trackers[PACKERS];
/* Pending outputs, oldest first; and how many more of each kind the host accepts (negative: no limit). */
static struct output outputs[OUTPUTS];
static int first, last;
static int64_t grants[POPS_COSIM_SAY_OFFERED + 1];

static void begin(void) {
  memset(trackers, 0, sizeof trackers);
  for (int i = 0; i < PACKERS; i++) trackers[i].oldest = set.id_start;
  first = last = 0;
}

static void say_later(enum pops_cosim_answer kind, int64_t cycle, int64_t packer, int64_t id) {
  const struct output output = {kind, cycle, packer, id};
  if (last == OUTPUTS) exit(1);
  outputs[last++] = output;
}

/* Takes a wave's exit. It counts once all older waves have exited, or at once if an export ends the section. */
static void take_exit(int64_t cycle, int64_t packer, int64_t id) {
  if (set.by_export) {
    say_later(POPS_COSIM_SAY_EXITED, cycle + WINDOW, packer, id);
    return;
  }
  trackers[packer].exited[id] = 1;
  for (int64_t wave; trackers[packer].exited[wave = trackers[packer].oldest];) {
    int64_t visible = cycle + WINDOW + set.visible_least;
    trackers[packer].exited[wave] = 0;
    trackers[packer].oldest = wave == set.id_wrap ? 0 : wave + 1;
    if (visible <= trackers[packer].last_visible) visible = trackers[packer].last_visible + 1;
    trackers[packer].last_visible = visible;
    say_later(POPS_COSIM_SAY_EXITED, cycle + WINDOW, packer, wave);
    say_later(POPS_COSIM_SAY_VISIBLE, visible, packer, trackers[packer].oldest);
  }
}

/* Sends what the host accepts. Stalled outputs are sent late, but not before this cycle. */
static void step(FILE *out, int64_t until) {
  for (; first < last && grants[outputs[first].kind] != 0; first++) {
    const struct output *next = &outputs[first];
    const int64_t cycle = next->cycle < until ? until : next->cycle;
    if (grants[next->kind] > 0) grants[next->kind]--;
    if (next->kind == POPS_COSIM_SAY_EXITED) pops_cosim_exited(out, cycle, next->packer, next->id);
    else pops_cosim_visible(out, cycle, next->packer, next->id);
  }
  if (first == last) first = last = 0;
  pops_cosim_done(out, -1);
}

static void take_setting(int64_t setting, int64_t value) {
  if (setting == POPS_COSIM_SET_EXITS_BY_EXPORT) set.by_export = value;
  if (setting == POPS_COSIM_SET_ID_START) set.id_start = value;
  if (setting == POPS_COSIM_SET_ID_WRAP) set.id_wrap = value;
  if (setting == POPS_COSIM_SET_VISIBLE_LEAST) set.visible_least = value;
}

int main(void) {
  FILE *out = pops_cosim_open();
  struct pops_cosim_message said;
  const int64_t *values = said.values;
  memset(grants, -1, sizeof grants);
  while (pops_cosim_read(stdin, &said) != POPS_COSIM_CLOSED) {
    if (said.kind == POPS_COSIM_HELLO) pops_cosim_welcome(out, POPS_COSIM_VERSION);
    if (said.kind == POPS_COSIM_SET) take_setting(values[0], values[1]);
    if (said.kind == POPS_COSIM_BEGIN) {
      begin();
      pops_cosim_ready(out, WINDOW);
    }
    if (said.kind == POPS_COSIM_GRANT) grants[values[1]] = values[2] + (grants[values[1]] > 0 ? grants[values[1]] : 0);
    if (said.kind == POPS_COSIM_EXIT) take_exit(values[0], values[1], values[2]);
    if (said.kind == POPS_COSIM_STEP) step(out, values[0]);
    if (said.kind == POPS_COSIM_END) memset(grants, -1, sizeof grants);
  }
  return 0;
}
