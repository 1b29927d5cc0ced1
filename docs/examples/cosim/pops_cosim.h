/* The design's side of "pops-tb cosim" (docs/cosim.md). */
#ifndef POPS_COSIM_H
#define POPS_COSIM_H
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the index of a name in one of these lists, or 0 if it is not listed. */
static inline int64_t pops_cosim_number(const char *name, const char *const *names, size_t count) {
  for (size_t i = 1; i < count; i++)
    if (strcmp(name, names[i]) == 0) return (int64_t)i;
  return 0;
}
#define POPS_COSIM_NUMBER(name, names) pops_cosim_number(name, names, sizeof names / sizeof *names)

/* Generated from the table; do not edit by hand. */
#define POPS_COSIM_VERSION 1
/* Largest number of fields of a message. */
#define POPS_COSIM_FIELDS 6

/* Messages from the host. The values are the fields in this order; names are given as numbers from the matching enumeration. */
enum pops_cosim_kind {
  POPS_COSIM_CLOSED = 0, /* the input has ended, and the design must exit */
  POPS_COSIM_UNKNOWN,
  POPS_COSIM_HELLO, /* lowest, highest */
  POPS_COSIM_SET, /* setting, value */
  POPS_COSIM_BEGIN, /* no fields */
  POPS_COSIM_STEP, /* until */
  POPS_COSIM_END, /* no fields */
  POPS_COSIM_GRANT, /* cycle, message, count */
  POPS_COSIM_FORMED, /* cycle, packer, id */
  POPS_COSIM_COVERS, /* cycle, packer, x, y, mask01, mask23 */
  POPS_COSIM_COMPLETED, /* cycle, packer, id, layers */
  POPS_COSIM_EXIT, /* cycle, packer, id */
  POPS_COSIM_PACKED, /* cycle, packer */
  POPS_COSIM_WINDOW, /* cycle, packer, id */
  POPS_COSIM_LAUNCHED, /* cycle, packer, id */
};

/* Messages from the design, with their fields. */
enum pops_cosim_answer {
  POPS_COSIM_SAY_UNKNOWN = 0,
  POPS_COSIM_SAY_WELCOME, /* version */
  POPS_COSIM_SAY_READY, /* window */
  POPS_COSIM_SAY_DONE, /* next */
  POPS_COSIM_SAY_CREDIT, /* message, count */
  POPS_COSIM_SAY_MEETS, /* cycle, packer, id, older */
  POPS_COSIM_SAY_DESCRIBED, /* cycle, packer, id, overlap, newest */
  POPS_COSIM_SAY_EXITED, /* cycle, packer, id */
  POPS_COSIM_SAY_VISIBLE, /* cycle, packer, id */
  POPS_COSIM_SAY_NUMBERED, /* cycle, packer, id */
  POPS_COSIM_SAY_OFFERED, /* cycle, packer, id */
};

/* Setting names, as used in the "set" message. */
enum pops_cosim_setting {
  POPS_COSIM_SET_UNKNOWN = 0,
  POPS_COSIM_SET_UNIT, /* the unit that the design replaces: its number under "Units" */
  POPS_COSIM_SET_GENERATION, /* 90, 100, 103, 110 or 115: GFX9 to GFX11.5 */
  POPS_COSIM_SET_EXITS_BY_EXPORT, /* 1 if an export with done ends a section (GFX11), 0 if a message does */
  POPS_COSIM_SET_PACKERS, /* number of packers, each with its own ids */
  POPS_COSIM_SET_ID_START, /* id of the first wave of each packer */
  POPS_COSIM_SET_ID_WRAP, /* largest id; wraps to 0 */
  POPS_COSIM_SET_ID_WINDOW, /* maximum distance between the id of the oldest unfinished wave and a new one */
  POPS_COSIM_SET_VISIBLE_LEAST, /* minimum number of cycles from a counted exit until polls read its exiting id */
  POPS_COSIM_SET_VISIBLE_MOST, /* maximum number of cycles from a counted exit until polls read its exiting id */
  POPS_COSIM_SET_NEWEST_ONE_TOO_FEW, /* 1 if the reported id is one too small for a wave from before the last wrap (GFX9), otherwise 0 */
  POPS_COSIM_SET_OVERLAP_ENTRIES, /* number of entries in a packer’s overlap table */
  POPS_COSIM_SET_SEED, /* seed for random decisions of the design; 31 bits */
  POPS_COSIM_SET_MARK_CYCLE, /* when a stored failure is rerun, the cycle of its first error, which the design can mark in its wave dump, or -1 if there is none */
};

/* Values of the setting "unit". */
enum pops_cosim_unit {
  POPS_COSIM_UNIT_EXIT_TRACKER = 1,
  POPS_COSIM_UNIT_OVERLAP_TO_EXIT = 2,
  POPS_COSIM_UNIT_PACKER_TO_LAUNCH = 3,
};

static const char *const pops_cosim_kinds[] = {"", "", "hello", "set", "begin", "step", "end", "grant", "formed", "covers", "completed", "exit", "packed", "window", "launched"};
static const char *const pops_cosim_answers[] = {"", "welcome", "ready", "done", "credit", "meets", "described", "exited", "visible", "numbered", "offered"};
static const char *const pops_cosim_settings[] = {"", "unit", "generation", "exits_by_export", "packers", "id_start", "id_wrap", "id_window", "visible_least", "visible_most", "newest_one_too_few", "overlap_entries", "seed", "mark_cycle"};

/* Returns the value of a message's field with index i. */
static inline int64_t pops_cosim_value(int64_t kind, int i, const char *word) {
  if (kind == POPS_COSIM_SET && i == 0) return POPS_COSIM_NUMBER(word, pops_cosim_settings);
  if (kind == POPS_COSIM_GRANT && i == 1) return POPS_COSIM_NUMBER(word, pops_cosim_answers);
  return strtoll(word, NULL, 10);
}

/* Answer to hello: the newest version that both support, or the design’s own if there is none. */
static inline void pops_cosim_welcome(FILE *out, int64_t version) {
  fprintf(out, "welcome %" PRId64 "\n", version);
  fflush(out);
}

/* Answer to begin. */
static inline void pops_cosim_ready(FILE *out, int64_t window) {
  fprintf(out, "ready %" PRId64 "\n", window);
  fflush(out);
}

/* Answer to step. */
static inline void pops_cosim_done(FILE *out, int64_t next) {
  fprintf(out, "done %" PRId64 "\n", next);
  fflush(out);
}

/* Back-pressure from the design. Before ready, it limits a message that is otherwise unlimited; in an answer to step, it adds to the limit. */
static inline void pops_cosim_credit(FILE *out, const char *message, int64_t count) {
  fprintf(out, "credit %s %" PRId64 "\n", message, count);
}

/* The completed wave overlaps this older one, which has not exited. Precedes described. */
static inline void pops_cosim_meets(FILE *out, int64_t cycle, int64_t packer, int64_t id, int64_t older) {
  fprintf(out, "meets %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", cycle, packer, id, older);
}

/* All older waves that the completed wave overlaps have been reported. */
static inline void pops_cosim_described(FILE *out, int64_t cycle, int64_t packer, int64_t id, int64_t overlap, int64_t newest) {
  fprintf(out, "described %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", cycle, packer, id, overlap, newest);
}

/* The exit of the wave has been counted. If exits_by_export is 0, exits are counted in the order of the ids: each one only after all older waves have exited. */
static inline void pops_cosim_exited(FILE *out, int64_t cycle, int64_t packer, int64_t id) {
  fprintf(out, "exited %" PRId64 " %" PRId64 " %" PRId64 "\n", cycle, packer, id);
}

/* From this cycle on, polls of the packer read this id. Sent only if exits_by_export is 0. */
static inline void pops_cosim_visible(FILE *out, int64_t cycle, int64_t packer, int64_t id) {
  fprintf(out, "visible %" PRId64 " %" PRId64 " %" PRId64 "\n", cycle, packer, id);
}

/* The wave that waits for its id is formed with this id, which is at most id_window after the oldest one in use. */
static inline void pops_cosim_numbered(FILE *out, int64_t cycle, int64_t packer, int64_t id) {
  fprintf(out, "numbered %" PRId64 " %" PRId64 " %" PRId64 "\n", cycle, packer, id);
}

/* The wave may start. It is the next wave of its packer that has not been offered yet. */
static inline void pops_cosim_offered(FILE *out, int64_t cycle, int64_t packer, int64_t id) {
  fprintf(out, "offered %" PRId64 " %" PRId64 " %" PRId64 "\n", cycle, packer, id);
}

/* Sends any of these messages, given its number and its fields. */
static inline void pops_cosim_say(FILE *out, enum pops_cosim_answer answer, const int64_t *values) {
  switch (answer) {
    case POPS_COSIM_SAY_WELCOME: pops_cosim_welcome(out, values[0]); break;
    case POPS_COSIM_SAY_READY: pops_cosim_ready(out, values[0]); break;
    case POPS_COSIM_SAY_DONE: pops_cosim_done(out, values[0]); break;
    case POPS_COSIM_SAY_CREDIT: pops_cosim_credit(out, pops_cosim_kinds[values[0]], values[1]); break;
    case POPS_COSIM_SAY_MEETS: pops_cosim_meets(out, values[0], values[1], values[2], values[3]); break;
    case POPS_COSIM_SAY_DESCRIBED: pops_cosim_described(out, values[0], values[1], values[2], values[3], values[4]); break;
    case POPS_COSIM_SAY_EXITED: pops_cosim_exited(out, values[0], values[1], values[2]); break;
    case POPS_COSIM_SAY_VISIBLE: pops_cosim_visible(out, values[0], values[1], values[2]); break;
    case POPS_COSIM_SAY_NUMBERED: pops_cosim_numbered(out, values[0], values[1], values[2]); break;
    case POPS_COSIM_SAY_OFFERED: pops_cosim_offered(out, values[0], values[1], values[2]); break;
    default: break;
  }
}
/* End of generated code. */

struct pops_cosim_message {
  enum pops_cosim_kind kind;
  int64_t values[POPS_COSIM_FIELDS];
};

/* Returns the stream for answers. Redirects standard output to standard error, so that a simulator's own output is not mistaken for answers. */
static inline FILE *pops_cosim_open(void) {
  FILE *out = fdopen(dup(1), "w");
  fflush(stdout);
  dup2(2, 1);
  return out;
}

/* Waits for the next message. */
static inline enum pops_cosim_kind pops_cosim_read(FILE *in, struct pops_cosim_message *message) {
  static char line[256];
  char *word;
  int64_t kind;
  memset(message, 0, sizeof *message);
  if (fgets(line, sizeof line, in) == NULL) return POPS_COSIM_CLOSED;
  message->kind = POPS_COSIM_UNKNOWN;
  word = strtok(line, " \r\n");
  if (word == NULL) return message->kind;
  kind = POPS_COSIM_NUMBER(word, pops_cosim_kinds);
  if (kind != 0) message->kind = (enum pops_cosim_kind)kind;
  for (int i = 0; i < POPS_COSIM_FIELDS && (word = strtok(NULL, " \r\n")) != NULL; i++)
    message->values[i] = pops_cosim_value(kind, i, word);
  return message->kind;
}

#endif
