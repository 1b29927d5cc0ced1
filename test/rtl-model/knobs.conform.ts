import { runScenario } from '../../rtl-model/index.js';
import { SEQUENCES } from '../../stimulus/index.js';
import { KNOBS, type KnobName, type KnobValues, type Scenario, setting } from '../../transactions/index.js';
import { drawScenario } from '../support/drawn-scenario.js';

/** Sequences in which most knobs have an effect. */
const DEFAULT_SEQUENCES = ['rmw_image', 'plain_draws', 'busy_exit', 'mixed_reads'];
/** The remaining knobs, each with a sequence, any other knobs it needs, and the values to compare. */
const SPECIAL_CASES: Partial<
  Record<KnobName, readonly [sequence: string, knobs?: Partial<KnobValues>, values?: readonly number[]]>
> = {
  barriers: ['rmw_image', { computePressure: 100 }],
  positionBuffers: ['rmw_image', { geometryPressure: 100, positionSpace: 1 }],
  stagedVertexWaves: ['rmw_image', { geometryPressure: 100 }],
  exportPriority: ['oit_loop', { geometryPressure: 100 }],
  binSize: ['generated', { binning: setting('binning', 'on') }],
  intrawaveNewest: ['intrawave_layers'],
  cacheSets: ['mixed_reads', { caches: setting('caches', 'stale') }, [1, 64]],
  gl1Latency: ['rmw_buffer', { caches: setting('caches', 'stale') }],
  registerRows: ['generated', {}, [0, 512]],
  wholeLineStores: ['busy_exit', { caches: setting('caches', 'stale') }],
  writeBackLatency: [
    'busy_exit',
    { caches: setting('caches', 'stale'), wholeLineStores: setting('wholeLineStores', 'stay') },
  ],
  streamedLines: ['mixed_reads'],
  otherWriters: ['busy_exit', { geometryPressure: 100, exportBuses: 8 }],
};
const SEEDS = 24;

/**
 * Knobs that only affect faulty programs or registers, rare scenes, or chips that these seeds do not select.
 * They are covered by `unknowns.test.ts` and their units' tests.
 */
const COVERED_ELSEWHERE: readonly KnobName[] = [
  'secondMessage',
  'packerAfterExit',
  'unselectedPoll',
  'collisionSupply',
  'drainScope',
  'sleepEndless',
];

/** Stimulus knobs, which the model only sees through the resulting scenario. */
const STIMULUS_KNOBS: readonly KnobName[] = ['geometryPressure', 'computePressure', 'pctDepth'];

/** Summarises a run as a string: the cycle, the length of the kind's name, and the id of each transaction. */
function summariseRun(scenario: Scenario): string {
  const numbers: number[] = [];
  runScenario(scenario, (t) => {
    numbers.push(t.cycle, t.kind.length, 'id' in t ? t.id : 0);
  });
  return numbers.join();
}

const NAMES = (Object.keys(KNOBS) as KnobName[]).filter(
  (name) => ![...COVERED_ELSEWHERE, ...STIMULUS_KNOBS].includes(name),
);

it.each(NAMES)("%s changes the model's behaviour", (name) => {
  const { kind, min, max } = KNOBS[name];
  const [sequenceName, otherKnobs = {}, values = [min, max]] = SPECIAL_CASES[name] ?? [];
  const sequences = SEQUENCES.filter((sequence) =>
    (sequenceName === undefined ? DEFAULT_SEQUENCES : [sequenceName]).includes(sequence.name),
  );
  const hasEffect = (seed: string): boolean =>
    sequences.some((sequence) => {
      const scenario = drawScenario(sequence, seed, { knobs: otherKnobs });
      const [withFirst, withSecond] = values.map((value) => {
        const freedoms = { ...scenario.freedoms, [name]: kind === 'value' ? value : [value, value] };
        return summariseRun({ ...scenario, freedoms });
      });
      return withFirst !== withSecond;
    });
  const seeds = Array.from({ length: SEEDS }, (_, i) => `0x${(0xabc0 + i).toString(16)}`);
  expect(seeds.some(hasEffect)).toBe(true);
});
