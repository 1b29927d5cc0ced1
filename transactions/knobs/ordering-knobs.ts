import { choice, type Knob, range, value } from './knob.js';

/**
 * Knobs for ordering: when exits count, who wakes, what overlaps, and how the hardware treats unusual
 * shaders.
 */
export const ORDERING_KNOBS = {
  exitAdvance: choice(
    ['message', 'wave-end', 'later'],
    'U1',
    'when an exit counts: at the message, at wave end, or at the later of both',
    { clean: 'every' },
  ),
  wakeAll: choice(
    ['in-turn', 'packer', 'engine'],
    'U8',
    'sleeping waves that an exit wakes: those whose turn it is, all of its packer, or all of the engine',
    { clean: 'every' },
  ),
  spuriousWakes: value(
    0,
    50,
    0,
    'percent',
    'U8',
    'chance that an exit wakes a sleeping wave that does not wait for it',
  ),
  wakeRemembered: choice(
    ['lost', 'remembered'],
    'U9',
    'a wake that arrives just before the sleep: lost, or remembered',
    { standard: 'remembered' },
  ),
  sleepEndless: choice(
    ['finite', 'until-wake'],
    'U10',
    'how long s_sleep 0xffff lasts: only its finite time, or until a wake',
  ),
  falseOverlap: value(
    0,
    100,
    0,
    'percent',
    'U5',
    'chance that a wave without overlap is reported as overlapping',
    [0, 5, 50, 100],
  ),
  staleNewest: choice(
    ['own', 'old'],
    'pops.md 10.1',
    'newest id field when bit 31 is clear: own id, or a random old one',
    { clean: 'every' },
  ),
  overlapReach: choice(
    ['exact', 'quad', 'tile', 'region'],
    'U5, U16',
    'what counts as overlap: shared pixels or samples, the same quad, the same 8x8 tile, or the same packer region',
    { clean: 'every' },
  ),
  overlapEntries: value(
    4,
    1024,
    1024,
    'quads',
    'U7',
    'entries of the overlap table of one packer',
    [4, 8, 32, 128],
  ),
  overlapOverflow: choice(
    ['stall', 'conservative', 'flush'],
    'U7',
    'when the overlap table is full: stall until an entry is free, assume overlap, or stall until the table is empty',
    { clean: 'every' },
  ),
  intrawaveNewest: choice(
    ['previous', 'last-exited'],
    'U4',
    'newest id of a wave that overlaps only itself: the wave before it, or the last wave that exited',
    { clean: 'every' },
  ),
  binning: choice(['off', 'on'], 'P-009', 'the primitive batch binner, if the draw allows it', {
    clean: 'every',
  }),
  binSize: value(
    0,
    128,
    0,
    'pixels',
    'P-009',
    'edge of a square bin, at least 8; 0: the size in PA_SC_BINNER_CNTL_0',
    [0, 8, 16, 32, 64],
  ),
  batchPrimitives: value(
    1,
    4096,
    32,
    'primitives',
    'P-009',
    'maximum number of primitives in one batch of the binner',
    [1, 2, 5, 64],
  ),
  messageWithoutPacker: choice(
    ['counts', 'ignored'],
    'U12',
    'the exit message of a wave that set no packer: counted as its exit, or ignored, so that the wave exits when it ends',
    { clean: 'every' },
  ),
  secondMessage: choice(
    ['ignored', 'counts'],
    'U13',
    'a second exit message: ignored, or counted for the next wave',
    { clean: 'every' },
  ),
  packerAfterExit: choice(['kept', 'cleared'], 'U23', 'the packer register after the exit', {
    clean: 'every',
  }),
  unselectedPoll: choice(
    ['zero', 'last', 'anything'],
    'U24',
    'what a poll reads when no packer is set: zero, the last value that the wave read, or any value',
    { clean: 'every' },
  ),
  sampleChange: choice(
    ['goes-on', 'waits'],
    'U26',
    'a draw with a different sample count: starts at once, or waits for all waves',
    { clean: 'every' },
  ),
  newestZero: choice(
    ['zero', 'largest'],
    'U27',
    'a newest id of 0 on GFX9: reported as 0, or as the largest id (which even correct programs misread)',
  ),
  collisionSupply: choice(
    ['by-register', 'always'],
    'U28',
    'when the collision argument is valid: only if PA_SC_SHADER_CONTROL requests it, or always',
    { clean: 'every' },
  ),
  drainScope: choice(
    ['packer', 'engine'],
    'U19',
    'waves that a drain waits for: all of the packer, or all of the engine',
    { clean: 'every' },
  ),
  messageLatency: range(1, 1000, 2, 24, 'U11', 'delay from s_sendmsg to the exit tracker'),
  exitVisibleLatency: range(1, 1000, 2, 24, 'U11', 'delay from the exit tracker to polls'),
  wakeLatency: range(1, 1000, 1, 12, 'U11', 'delay from the exit tracker to a sleeping wave'),
} as const satisfies Record<string, Knob>;
