/** Maximum number of instructions that a wave executes per event before other waves get their turn. */
export const BURST_MAX = 256;

/** Number of clocks per unit of `s_sleep`. */
export const SLEEP_UNIT = 64;

/** Longest finite sleep, in units: bits [6:0] of the immediate (U10). */
export const SLEEP_MASK = 0x7f;

/** Bits of the `s_sendmsg` immediate that select the message. */
export const MESSAGE_MASK = 0xf;

/** Maximum number of instructions per iteration of a loop that counts as polling. */
export const ROUND_MAX = 64;

/** Number of iterations between checks of a wave that keeps branching back. Ordinary shader loops finish in fewer. */
export const CHECK_INTERVAL = 64;

/** Number of consecutive repetitions of a state after which a wave counts as looping. */
export const MIN_REPEATS = 64;
