/** A knob with one value a test. */
export interface ValueKnob {
  readonly kind: 'value';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly unit: string;
  readonly text: string;
  /** Where it comes from: an unknown of pops.md 10, a statement, or a parameter of pipeline.md 5. */
  readonly source: string;
}

/** A knob that gives a choice point its domain: every draw of the hardware lies in [low, high]. */
export interface RangeKnob {
  readonly kind: 'range';
  readonly min: number;
  readonly max: number;
  readonly default: readonly [number, number];
  readonly unit: string;
  readonly text: string;
  readonly source: string;
}

export type Knob = ValueKnob | RangeKnob;

const value = (
  min: number,
  max: number,
  standard: number,
  unit: string,
  source: string,
  text: string,
): ValueKnob => ({ kind: 'value', min, max, default: standard, unit, source, text });

const range = (
  min: number,
  max: number,
  low: number,
  high: number,
  source: string,
  text: string,
): RangeKnob => ({ kind: 'range', min, max, default: [low, high], unit: 'cycles', source, text });

/** Every freedom of the hardware that a scenario sets; one row a knob. */
export const KNOBS = {
  idWrap: value(7, 1023, 1023, 'id', 'U18', 'largest wave id; the next one is 0'),
  idWindow: value(
    2,
    1023,
    512,
    'ids',
    'U22',
    'largest distance between a new wave and the oldest unfinished one',
  ),
  idStart: value(0, 1023, 0, 'id', 'U18', 'id of the first wave of every packer'),
  packers: value(1, 4, 2, 'packers', 'P-058', 'packers of the scan converter'),
  regionSize: value(8, 64, 16, 'pixels', 'P-059', 'edge of the square screen region that one packer owns'),
  regionMap: value(
    0,
    1,
    0,
    '',
    'pipeline.md 5',
    'how regions go to packers: 0 checkerboard, 1 stripes of rows',
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
    'rows of 32 lanes in the vector register file of a SIMD; 0: as many as the chip has',
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
  exitAdvance: value(
    0,
    2,
    0,
    '',
    'U1',
    'when an exit counts: 0 at the message, 1 at wave end, 2 at the later of both',
  ),
  wakeAll: value(0, 1, 0, '', 'U8', 'an exit wakes 0 the sleepers of its packer, 1 all sleepers'),
  spuriousWakes: value(
    0,
    50,
    0,
    'percent',
    'U8',
    'chance that a waiting sleeper is woken by an exit that it does not wait for',
  ),
  wakeRemembered: value(0, 1, 1, '', 'U9', 'a wake that comes just before the sleep is 1 remembered, 0 lost'),
  sleepEndless: value(0, 1, 0, '', 'U10', 's_sleep 0xffff lasts 0 for its finite part, 1 until a wake'),
  falseOverlap: value(
    0,
    100,
    0,
    'percent',
    'U5',
    'chance that a wave without overlap is reported as overlapping',
  ),
  staleNewest: value(
    0,
    1,
    0,
    '',
    'pops.md 10.1',
    'with bit 31 clear the newest field is 0 the own id, 1 a random old one',
  ),
  overlapReach: value(
    0,
    3,
    0,
    '',
    'U5, U16',
    'quads count as overlapping 0 where they do, 1 in one quad, 2 in one 8x8 tile, 3 in one packer region',
  ),
  overlapEntries: value(4, 1024, 1024, 'quads', 'U7', 'entries of the overlap table of one packer'),
  overlapOverflow: value(
    0,
    2,
    0,
    '',
    'U7',
    'a full overlap table 0 stalls for an entry, 1 answers conservatively, 2 stalls until it is empty',
  ),
  intrawaveNewest: value(
    0,
    1,
    0,
    '',
    'U4',
    'a wave that overlaps only itself names 0 the wave before it, 1 the last one that exited',
  ),
  binning: value(0, 1, 0, '', 'P-009', 'the primitive batch binner is 0 off, 1 on where the draw allows it'),
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
  messageWithoutPacker: value(
    0,
    1,
    0,
    '',
    'U12',
    'the exit message of a wave that set no packer 0 counts, 1 is ignored: the wave counts when it ends',
  ),
  secondMessage: value(0, 1, 0, '', 'U13', 'a second exit message 0 is ignored, 1 counts for the next wave'),
  packerAfterExit: value(0, 1, 0, '', 'U23', 'the exit 0 leaves the packer register alone, 1 clears it'),
  unselectedPoll: value(
    0,
    2,
    0,
    '',
    'U24',
    'a poll without packer reads 0 zero, 1 what the wave read last, 2 anything',
  ),
  sampleChange: value(
    0,
    1,
    0,
    '',
    'U26',
    'a draw with other samples 0 goes on at once, 1 waits for all waves',
  ),
  newestZero: value(
    0,
    1,
    0,
    '',
    'U27',
    'GFX9 reports a newest id of 0 as 0 it is, 1 the largest id, which correct programs misread',
  ),
  collisionSupply: value(
    0,
    1,
    0,
    '',
    'U28',
    'the collision argument is valid 0 where PA_SC_SHADER_CONTROL asks for it, 1 always',
  ),
  drainScope: value(0, 1, 0, '', 'U19', 'a drain waits for all waves 0 of the packer, 1 of the engine'),
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
  caches: value(
    0,
    1,
    0,
    '',
    'U29',
    'caches are 0 coherent: nobody sees old data, 1 stale: only coherence bits keep it away',
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
  xnackAction: value(
    0,
    2,
    0,
    '',
    'P-147',
    'a failed translation means 0 replay, 1 trap handler, then replay, 2 halt',
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
    'who decides what hardware is free to decide: 0 chance, else fixed priorities with so many changes less one (PCT)',
  ),
} as const satisfies Record<string, Knob>;

export type KnobName = keyof typeof KNOBS;

type KnobValue<K extends Knob> = K extends RangeKnob ? readonly [number, number] : number;

/** Values of all knobs of one test. */
export type Freedoms = { readonly [K in KnobName]: KnobValue<(typeof KNOBS)[K]> };

/**
 * Unknowns of pops.md 10 that are no knob, each with the one behaviour that is modelled: the others would be faults, or
 * are what registers and programs decide.
 */
export const FIXED_UNKNOWNS = {
  U2: 'exits count oldest first; an early one is remembered',
  U3: 'a wave that never took part counts as exited when it ends; anything earlier is fault F26',
  U6: 'the newest id may name a wave that has exited: `falseOverlap` and `intrawaveNewest` make such ones',
  U14: 'a wave that ends without its message leaves its packer stuck; going on is fault F49',
  U15: 'export ready needs both export space and the exit of all overlapped waves, in either order',
  U17: 'BIN_MAPPING_MODE is random in the registers and has no effect; the other two options are not set',
  U20: 'null waves and waves of helpers only are not formed, so they take no id',
  U21: 'waves of draws without ordering take an id and count as exited when they end',
  U25: 'a trap in the section is served and returns (`xnackAction`); there is no preemption',
} as const;

/** Every knob at its default. */
export function defaultFreedoms(): Freedoms {
  return Object.fromEntries(Object.entries(KNOBS).map(([name, knob]) => [name, knob.default])) as Freedoms;
}

/** Whether a string names a knob. */
export function isKnobName(name: string): name is KnobName {
  return Object.hasOwn(KNOBS, name);
}
