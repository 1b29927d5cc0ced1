import { type ChoiceKnob, choice, type Knob, range, value } from './knob.js';

export type { ChoiceKnob, Knob, RangeKnob, ValueKnob } from './knob.js';

/** Every freedom of the hardware that a scenario sets; one row a knob. */
export const KNOBS = {
  idWrap: value(7, 1023, 1023, 'id', 'U18', 'largest wave id; the next one is 0'),
  idWindow: value(
    2,
    1023,
    512,
    'ids',
    'U22',
    'most ids from the oldest unfinished wave to a new one; at most `idWrap`',
  ),
  idStart: value(0, 1023, 0, 'id', 'U18', 'id of the first wave of every packer'),
  packers: value(1, 4, 2, 'packers', 'P-058', 'packers of the scan converter; at most those of the chip'),
  regionSize: value(8, 64, 16, 'pixels', 'P-059', 'edge of the square screen region that one packer owns'),
  regionMap: choice(
    ['checkerboard', 'stripes'],
    'pipeline.md 5',
    'how regions map to packers: alternating in x and y, or in stripes of rows',
  ),
  formationTimeout: value(
    1,
    4096,
    64,
    'cycles',
    'F15',
    'time without a new quad after which a partial wave is closed',
  ),
  primitivesPerWave: value(
    1,
    16,
    16,
    'primitives',
    'pops.md 5.3',
    'most consecutive primitives whose quads one wave can hold',
  ),
  quadsPerCycle: value(1, 6, 2, 'quads', 'P-039', 'quads per cycle that the scan converter hands to packers'),
  waveSlots: value(
    1,
    1024,
    64,
    'waves',
    'P-036',
    'wave slots: waves that can exist at once; at most 16 a SIMD, whatever the value',
  ),
  registerRows: value(
    0,
    65536,
    0,
    'rows',
    'P-029',
    'rows of 32 lanes in the vector register file of a SIMD; 0: as many as the chip has; any other value must be at least 512, which fits every program',
  ),
  stagedWaves: value(
    1,
    64,
    16,
    'waves',
    'P-011',
    'pixel waves, over all packers, that can be staged for launch at once',
  ),
  stagedVertexWaves: value(
    1,
    64,
    16,
    'waves',
    'P-012',
    'geometry waves that can be staged for launch at once',
  ),
  barriers: value(
    1,
    32,
    32,
    'barriers',
    'P-067',
    'barriers of a work-group processor; each group of several waves uses one; values below 16 exhaust them soon',
  ),
  positionBuffers: value(1, 2, 1, 'buffers', 'P-056', 'position buffers, selected by the front-end id'),
  positionSpace: value(
    1,
    64,
    8,
    'waves',
    'P-077',
    'geometry waves that can hold space in one position buffer',
  ),
  exitAdvance: choice(
    ['message', 'wave-end', 'later'],
    'U1',
    'when an exit counts: at the message, at wave end, or at the later of both',
  ),
  wakeAll: choice(
    ['in-turn', 'packer', 'engine'],
    'U8',
    'sleeping waves that an exit wakes: those whose turn it is, all of its packer, or all of the engine',
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
    'remembered',
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
  ),
  staleNewest: choice(
    ['own', 'old'],
    'pops.md 10.1',
    'newest id field when bit 31 is clear: own id, or a random old one',
  ),
  overlapReach: choice(
    ['exact', 'quad', 'tile', 'region'],
    'U5, U16',
    'what counts as overlap: shared pixels or samples, the same quad, the same 8x8 tile, or the same packer region',
  ),
  overlapEntries: value(4, 1024, 1024, 'quads', 'U7', 'entries of the overlap table of one packer'),
  overlapOverflow: choice(
    ['stall', 'conservative', 'flush'],
    'U7',
    'when the overlap table is full: stall until an entry is free, assume overlap, or stall until the table is empty',
  ),
  intrawaveNewest: choice(
    ['previous', 'last-exited'],
    'U4',
    'newest id of a wave that overlaps only itself: the wave before it, or the last wave that exited',
  ),
  binning: choice(['off', 'on'], 'P-009', 'the primitive batch binner, if the draw allows it'),
  binSize: value(
    0,
    128,
    0,
    'pixels',
    'P-009',
    'edge of a square bin, at least 8; 0: the size in PA_SC_BINNER_CNTL_0',
  ),
  batchPrimitives: value(1, 4096, 32, 'primitives', 'P-009', 'most primitives in one batch of the binner'),
  messageWithoutPacker: choice(
    ['counts', 'ignored'],
    'U12',
    'the exit message of a wave that set no packer: counted as its exit, or ignored, so that the wave exits when it ends',
  ),
  secondMessage: choice(
    ['ignored', 'counts'],
    'U13',
    'a second exit message: ignored, or counted for the next wave',
  ),
  packerAfterExit: choice(['kept', 'cleared'], 'U23', 'the packer register after the exit'),
  unselectedPoll: choice(
    ['zero', 'last', 'anything'],
    'U24',
    'what a poll reads when no packer is set: zero, the last value that the wave read, or any value',
  ),
  sampleChange: choice(
    ['goes-on', 'waits'],
    'U26',
    'a draw with a different sample count: starts at once, or waits for all waves',
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
  ),
  drainScope: choice(
    ['packer', 'engine'],
    'U19',
    'waves that a drain waits for: all of the packer, or all of the engine',
  ),
  exportSpace: value(1, 256, 32, 'waves', 'P-077', 'waves of one packer that can hold export space at once'),
  exportBuses: value(1, 8, 2, 'exports', 'P-082', 'most exports that the arbiter grants per cycle'),
  exportPriority: value(
    0,
    23,
    0,
    '',
    'P-084',
    'priority order of export types: number of a permutation of POS, COL, PARAM, GDS',
  ),
  launchLatency: range(1, 1000, 2, 12, 'P-074', 'delay from a granted launch to the first instruction'),
  messageLatency: range(1, 1000, 2, 24, 'U11', 'delay from s_sendmsg to the exit tracker'),
  exitVisibleLatency: range(1, 1000, 2, 24, 'U11', 'delay from the exit tracker to polls'),
  wakeLatency: range(1, 1000, 1, 12, 'U11', 'delay from the exit tracker to a sleeping wave'),
  exportReadyLatency: range(1, 1000, 2, 24, 'U11', 'delay from the last overlapped exit to export-ready'),
  exportAllocLatency: range(1, 500, 1, 40, 'P-080', 'delay from free export space to its allocation'),
  exportLatency: range(1, 500, 2, 30, 'P-083', 'delay from an export to its data leaving the registers'),
  loadLatency: range(2, 2000, 20, 200, 'pipeline.md 5', 'delay from a vector load to its read of memory'),
  storeLatency: range(2, 2000, 20, 200, 'pipeline.md 5', 'delay from a vector store to its write of memory'),
  scalarLatency: range(2, 2000, 8, 80, 'pipeline.md 5', 'delay from a scalar load to its read of memory'),
  returnLatency: range(1, 500, 1, 40, 'pipeline.md 5', 'delay from the access to the fall of its counter'),
  issueGap: range(1, 64, 1, 4, 'P-110', 'cycles per instruction'),
  instructionCacheLines: value(
    0,
    128,
    0,
    'lines',
    'P-099',
    'lines per bank of an instruction cache; 0: every fetch hits',
  ),
  fetchLatency: range(1, 200, 1, 8, 'pipeline.md 5', 'delay from the instruction cache to the sequencer'),
  ldsLatency: range(1, 500, 4, 40, 'P-124', 'delay from the local data share to the registers'),
  fillLatency: range(2, 2000, 20, 200, 'P-104', 'delay of a line from GL1 to the instruction cache'),
  caches: choice(
    ['coherent', 'stale'],
    'U29',
    'caches: never return old data, or may return it unless coherence bits prevent it',
  ),
  cacheSets: value(
    0,
    64,
    0,
    'sets',
    'P-042, P-145',
    'most sets (of four lines) in a vector or scalar cache, to force evictions; 0: the full cache',
  ),
  l0Latency: range(1, 200, 4, 20, 'P-145', 'delay of L0 or the scalar cache'),
  gl1Latency: range(1, 500, 10, 60, 'P-007', 'delay of GL1'),
  writeBackLatency: range(1, 5000, 20, 400, 'U29', 'delay of a store from L0 to L2'),
  taQueue: value(1, 64, 32, 'accesses', 'P-155', 'queue entries of an address unit'),
  xnackRate: value(0, 100, 0, 'percent', 'P-146', 'chance that an address translation fails at first'),
  xnackAction: choice(
    ['replay', 'trap', 'halt'],
    'P-147',
    'after a failed translation: replay; trap handler, then replay; or halt (which fails even correct programs)',
  ),
  xnackLatency: range(10, 5000, 200, 2000, 'P-146', 'delay that a failed translation adds to the access'),
  gdsLatency: range(
    1,
    1000,
    10,
    80,
    'P-084',
    'delay from the export bus to the data of an access to the global data share',
  ),
  latencyBurst: value(
    0,
    100,
    0,
    'percent',
    'pipeline.md 5',
    'chance that a latency starts a burst, in which all latencies are near the top of their ranges',
  ),
  latencyBurstCycles: value(1, 10000, 400, 'cycles', 'pipeline.md 5', 'length of a latency burst'),
  geometryPressure: value(
    0,
    100,
    0,
    'percent',
    'P-049',
    'geometry work that competes with pixel waves: 0 for none, 100 for several draws at once',
  ),
  computePressure: value(
    0,
    100,
    0,
    'percent',
    'P-049',
    'compute work that competes with pixel waves: 0 for none, 100 for several dispatches at once',
  ),
  pctDepth: value(
    0,
    20,
    0,
    'steps',
    'goals.md C6',
    'how choice points are decided: 0 at random, N > 0 by fixed priorities with N - 1 changes (PCT)',
  ),
} as const satisfies Record<string, Knob>;

/** Name of a freedom that hardware has and a scenario sets (`pops-tb list knobs`). */
export type KnobName = keyof typeof KNOBS;

/** Values of all knobs of one test: a number, or the least and the most of a range in cycles (`pops-tb list knobs` gives units). */
export type Freedoms = {
  readonly [K in KnobName]: (typeof KNOBS)[K]['kind'] extends 'range' ? readonly [number, number] : number;
};

const DEFAULTS = Object.fromEntries(
  Object.entries(KNOBS).map(([name, knob]) => [name, knob.default]),
) as Freedoms;

/** Every knob at its default. */
export function defaultFreedoms(): Freedoms {
  return { ...DEFAULTS };
}

/** Whether a string names a knob. */
export function isKnobName(name: string): name is KnobName {
  return Object.hasOwn(KNOBS, name);
}

/** Knobs whose values have names. */
export type ChoiceName = {
  [K in KnobName]: (typeof KNOBS)[K] extends ChoiceKnob ? K : never;
}[KnobName];

/** Names of a knob's values. */
export type ChoiceOf<K extends ChoiceName> = (typeof KNOBS)[K]['choices'][number];

/**
 * The value that a scenario has for a named setting of a knob.
 *
 * Example: `setting('exitAdvance', 'wave-end')` is 1.
 */
export function setting<K extends ChoiceName>(knob: K, name: ChoiceOf<K>): number {
  return (KNOBS[knob].choices as readonly string[]).indexOf(name);
}

/** Values of all knobs as files write them: choices by name. */
export function namedFreedoms(freedoms: Freedoms): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(freedoms).map(([name, value]) => {
      const knob: Knob = KNOBS[name as KnobName];
      const choices = knob.kind === 'value' ? knob.choices : undefined;
      return [name, typeof value === 'number' ? (choices?.[value] ?? value) : value];
    }),
  );
}
