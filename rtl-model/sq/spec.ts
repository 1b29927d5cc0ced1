/** Maximum number of instructions of a wave per event, before others get their turn. */
export const BURST_MAX = 256;

/** Clocks per unit of `s_sleep`. */
export const SLEEP_UNIT = 64;

/** Longest finite sleep in units: bits [6:0] of the immediate (U10). */
export const SLEEP_FIELD = 0x7f;

/** Maximum number of instructions per iteration for a loop to count as polling. */
export const ROUND_MAX = 64;

/** Iterations between checks of a wave that keeps branching back; ordinary shader loops have fewer. */
export const CHECK_INTERVAL = 64;

/** Consecutive repetitions of a state after which the wave counts as looping. */
export const REPEATS_MIN = 64;
