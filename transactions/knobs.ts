import { type ChoiceKnob, choice, type Knob, type RangeKnob, range, value } from './knob.js';

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
    'largest distance between a new wave and the oldest unfinished one, at most `idWrap`',
  ),
  idStart: value(0, 1023, 0, 'id', 'U18', 'id of the first wave of every packer'),
  packers: value(
    1,
    4,
    2,
    'packers',
    'P-058',
    'packers of the scan converter, at most as many as the chip has',
  ),
  regionSize: value(8, 64, 16, 'pixels', 'P-059', 'edge of the square screen region that one packer owns'),
  regionMap: choice(
    ['checkerboard', 'stripes'],
    'pipeline.md 5',
    'how regions go to packers: alternating in both directions, or as stripes of rows',
  ),
  formationTimeout: value(
    1,
    4096,
    64,
    'cycles',
    'F15',
    'a partial wave is closed when no quad came for so long',
  ),
  primitivesPerWave: value(
    1,
    16,
    16,
    'primitives',
    'pops.md 5.3',
    'primitives of which one wave holds quads, one after another',
  ),
  quadsPerCycle: value(
    1,
    6,
    2,
    'quads',
    'P-039',
    'quads that the scan converter hands to packers in a cycle',
  ),
  waveSlots: value(1, 1024, 64, 'waves', 'P-036', 'waves that can live at once'),
  registerRows: value(
    0,
    65536,
    0,
    'rows',
    'P-029',
    'rows of 32 lanes in the vector register file of a SIMD; 0: as many as the chip has, from 512: what every program fits',
  ),
  stagedWaves: value(
    1,
    64,
    16,
    'waves',
    'P-011',
    'pixel waves of all packers whose start data is staged for the launch at once',
  ),
  stagedVertexWaves: value(
    1,
    64,
    16,
    'waves',
    'P-012',
    'geometry waves whose start data is staged for the launch at once',
  ),
  barriers: value(
    1,
    32,
    32,
    'barriers',
    'P-067',
    'barriers of a work-group processor, one a group of several waves; below 16 to run out of them soon',
  ),
  positionBuffers: value(
    1,
    2,
    1,
    'buffers',
    'P-056',
    'position buffers, which the front-end id chooses from',
  ),
  positionSpace: value(1, 64, 8, 'waves', 'P-077', 'geometry waves that hold space of one position buffer'),
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
    'chance that a waiting sleeper is woken by an exit that it does not wait for',
  ),
  wakeRemembered: choice(
    ['lost', 'remembered'],
    'U9',
    'what becomes of a wake that comes just before the sleep',
    'remembered',
  ),
  sleepEndless: choice(
    ['finite', 'until-wake'],
    'U10',
    'how long s_sleep 0xffff lasts: for its finite part, or until a wake',
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
    'the newest field while bit 31 is clear: its own id, or a random old one',
  ),
  overlapReach: choice(
    ['exact', 'quad', 'tile', 'region'],
    'U5, U16',
    'quads that count as overlapping: those that do, those in one quad, in one 8x8 tile, or in one packer region',
  ),
  overlapEntries: value(4, 1024, 1024, 'quads', 'U7', 'entries of the overlap table of one packer'),
  overlapOverflow: choice(
    ['stall', 'conservative', 'flush'],
    'U7',
    'what a full overlap table does: stall for an entry, answer conservatively, or stall until it is empty',
  ),
  intrawaveNewest: choice(
    ['previous', 'last-exited'],
    'U4',
    'the wave that one names which overlaps only itself: the wave before it, or the last one that exited',
  ),
  binning: choice(['off', 'on'], 'P-009', 'the primitive batch binner, where the draw allows it'),
  binSize: value(
    0,
    128,
    0,
    'pixels',
    'P-009',
    'edge of a square bin, from 8 up; 0: the size that PA_SC_BINNER_CNTL_0 gives',
  ),
  batchPrimitives: value(
    1,
    4096,
    32,
    'primitives',
    'P-009',
    'primitives that one batch of bins holds at most',
  ),
  messageWithoutPacker: choice(
    ['counts', 'ignored'],
    'U12',
    'the exit message of a wave that set no packer; where it is ignored, the wave counts when it ends',
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
    'what a poll without packer reads: zero, what the wave read last, or anything',
  ),
  sampleChange: choice(
    ['goes-on', 'waits'],
    'U26',
    'a draw with another number of samples: goes on at once, or waits for all waves',
  ),
  newestZero: choice(
    ['zero', 'largest'],
    'U27',
    'a newest id of 0 on GFX9: reported as 0, or as the largest id, which correct programs misread',
  ),
  collisionSupply: choice(
    ['by-register', 'always'],
    'U28',
    'when the collision argument is valid: where PA_SC_SHADER_CONTROL asks for it, or always',
  ),
  drainScope: choice(
    ['packer', 'engine'],
    'U19',
    'waves that a drain waits for: all of the packer, or all of the engine',
  ),
  exportSpace: value(1, 256, 32, 'waves', 'P-077', 'waves of one packer that can hold export space at once'),
  exportBuses: value(1, 8, 2, 'exports', 'P-082', 'exports that the arbiter grants in a cycle at most'),
  exportPriority: value(
    0,
    23,
    0,
    '',
    'P-084',
    'order of export types in arbitration, counted through the permutations of POS, COL, PARAM, GDS',
  ),
  launchLatency: range(1, 1000, 2, 12, 'P-074', 'from a granted launch to the first instruction'),
  messageLatency: range(1, 1000, 2, 24, 'U11', 'from s_sendmsg to the exit tracker'),
  exitVisibleLatency: range(1, 1000, 2, 24, 'U11', 'from the exit tracker to source 239'),
  wakeLatency: range(1, 1000, 1, 12, 'U11', 'from the exit tracker to a sleeping wave'),
  exportReadyLatency: range(1, 1000, 2, 24, 'U11', 'from the last overlapped exit to the export-ready flag'),
  exportAllocLatency: range(1, 500, 1, 40, 'P-080', 'from free export space to sx-alloc'),
  exportLatency: range(1, 500, 2, 30, 'P-083', 'from an export to its data leaving the registers'),
  loadLatency: range(2, 2000, 20, 200, 'pipeline.md 5', 'from a vector load to the instant it reads memory'),
  storeLatency: range(
    2,
    2000,
    20,
    200,
    'pipeline.md 5',
    'from a vector store to the instant it writes memory',
  ),
  scalarLatency: range(2, 2000, 8, 80, 'pipeline.md 5', 'from a scalar load to the instant it reads memory'),
  returnLatency: range(1, 500, 1, 40, 'pipeline.md 5', 'from the access to the fall of its counter'),
  issueGap: range(1, 64, 1, 4, 'P-110', 'cycles that one instruction takes'),
  instructionCacheLines: value(
    0,
    128,
    0,
    'lines',
    'P-099',
    'lines that a bank of an instruction cache holds; 0: every line is always there',
  ),
  fetchLatency: range(
    1,
    200,
    1,
    8,
    'pipeline.md 5',
    'from the bank of the instruction cache to the sequencer',
  ),
  ldsLatency: range(1, 500, 4, 40, 'P-124', 'from the local data share to the registers'),
  fillLatency: range(2, 2000, 20, 200, 'P-104', 'from a miss of the instruction cache to the line from GL1'),
  caches: choice(
    ['coherent', 'stale'],
    'U29',
    'caches: old data is never read, or only coherence bits keep it away',
  ),
  cacheSets: value(
    0,
    64,
    0,
    'sets',
    'P-042, P-145',
    'sets of four lines that a vector or scalar cache has at most, so that lines have to leave; 0: all of its size',
  ),
  l0Latency: range(
    1,
    200,
    4,
    20,
    'P-145',
    'from an access to the instant at which L0 or the scalar cache serves it',
  ),
  gl1Latency: range(1, 500, 10, 60, 'P-007', 'from a load to the instant at which GL1 serves it'),
  writeBackLatency: range(
    1,
    5000,
    20,
    400,
    'U29',
    'from a store that is complete in L0 to its arrival in L2',
  ),
  taQueue: value(
    1,
    64,
    32,
    'accesses',
    'P-155',
    'vector accesses that wait for the address unit of a compute unit',
  ),
  xnackRate: value(0, 100, 0, 'percent', 'P-146', 'chance that the translation of an access fails at first'),
  xnackAction: choice(
    ['replay', 'trap', 'halt'],
    'P-147',
    'a failed translation: replay; trap handler, then replay; or halt, which fails correct programs',
  ),
  xnackLatency: range(10, 5000, 200, 2000, 'P-146', 'what a failed translation costs the access'),
  gdsLatency: range(
    1,
    1000,
    10,
    80,
    'P-084',
    'from the bus that takes an access to the global data share to its data',
  ),
  latencyBurst: value(
    0,
    100,
    0,
    'percent',
    'pipeline.md 5',
    'chance that a latency begins a burst, in which all latencies are at the upper end of their ranges',
  ),
  latencyBurstCycles: value(1, 10000, 400, 'cycles', 'pipeline.md 5', 'how long such a burst lasts'),
  geometryPressure: value(
    0,
    100,
    0,
    'percent',
    'P-049',
    'geometry work that competes with pixel waves: 0 none, 100 several draws that come all at once',
  ),
  computePressure: value(
    0,
    100,
    0,
    'percent',
    'P-049',
    'compute work that competes with pixel waves: 0 none, 100 several dispatches that come all at once',
  ),
  pctDepth: value(
    0,
    20,
    0,
    'steps',
    'goals.md C6',
    'who decides what hardware is free to decide: 0 chance, else fixed priorities with this many changes less one (PCT)',
  ),
} as const satisfies Record<string, Knob>;

export type KnobName = keyof typeof KNOBS;

type KnobValue<K extends Knob> = K extends RangeKnob ? readonly [number, number] : number;

/** Values of all knobs of one test. */
export type Freedoms = { readonly [K in KnobName]: KnobValue<(typeof KNOBS)[K]> };

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

/** Values of all knobs as files tell them: choices by their names. */
export function namedFreedoms(freedoms: Freedoms): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(freedoms).map(([name, value]) => {
      const knob: Knob = KNOBS[name as KnobName];
      const choices = knob.kind === 'value' ? knob.choices : undefined;
      return [name, typeof value === 'number' ? (choices?.[value] ?? value) : value];
    }),
  );
}
