import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChipName } from '../../../arch/index.js';
import { createScoreboards } from '../../../checkers/index.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import type {
  FaultId,
  Scenario,
  Transaction,
  TransactionKind,
  Verdict,
  Violation,
} from '../../../transactions/index.js';
import { setting, traceRecord, transactionLine } from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';

/** A recorded run that `check-trace` can check, with the verdict of the live run. */
interface RecordedRun {
  readonly scenario: Scenario;
  readonly transactions: readonly Transaction[];
  readonly kinds: readonly TransactionKind[];
  readonly live: Verdict;
}

interface RunOptions {
  readonly seed: string;
  readonly chip?: ChipName;
  readonly faults?: readonly FaultId[];
  readonly knobs?: Record<string, number>;
  /** The cycle at which to stop the run, if any. */
  readonly cycles?: number;
}

function recordRun(name: string, { seed, chip, faults = [], knobs = {}, cycles }: RunOptions): RecordedRun {
  const scenario = drawTest(name, seed, { ...(chip === undefined ? {} : { chips: [chip] }), knobs, faults });
  const transactions: Transaction[] = [];
  const sink = (t: Transaction): void => {
    transactions.push(traceRecord(JSON.parse(transactionLine(t)), 'the run'));
  };
  const { verdict } = runScenarioTest(scenario, { sink, ...(cycles === undefined ? {} : { cycles }) });
  return { scenario, transactions, kinds: [...new Set(transactions.map(({ kind }) => kind))], live: verdict };
}

function checkKinds(
  { scenario, transactions }: RecordedRun,
  isKept: (kind: TransactionKind) => boolean,
): Verdict {
  const scoreboards = createScoreboards(scenario, { mayOmitKinds: true });
  for (const transaction of transactions) if (isKept(transaction.kind)) scoreboards.observe(transaction);
  return scoreboards.finish();
}

/** Returns the rules that wrongly report an error when the given kinds are dropped from the trace. */
function findFalseErrors(run: RecordedRun, dropped: readonly TransactionKind[]): readonly string[] {
  const { violations } = checkKinds(run, (kind) => !dropped.includes(kind));
  const rules = new Set(violations.filter(({ severity }) => severity === 'error').map(({ rule }) => rule));
  return [...rules].map((rule) => `${rule} without ${dropped.join(', ')}`);
}

/** Returns a function that generates reproducible random integers below `bound`. */
function makeRandomPicker(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** The page with a table that lists, row by row, additional kinds and the rules they enable. */
const PAGE = readFileSync(join(findPackageRoot(), 'docs', 'trace.md'), 'utf8');
const ROWS = Array.from(
  PAGE.matchAll(/^\| (?:with )?(`[a-z].*?) +\| ([^|]*[A-Z]{3,6}[^|]*?) +\|$/gm),
  ([, kinds, rules]) => ({
    kinds: Array.from(kinds!.matchAll(/`([a-z-]+)`/g), ([, kind]) => kind as TransactionKind),
    rules: Array.from(rules!.matchAll(/[A-Z]+-\d\d/g), ([rule]) => rule),
  }),
);

const RECORDED_RUNS: readonly (readonly [string, RunOptions])[] = [
  ['multi_set', { seed: '0x74004', chip: 'raven' }],
  ['or_bits', { seed: '0x9aab', chip: 'navi14' }],
  ['atomic64', { seed: '0x26aac', chip: 'navi21' }],
  ['slow_owner', { seed: '0x105009', chip: 'vega10', knobs: { xnackRate: 40 } }],
  ['depth_export', { seed: '0x7', chip: 'navi23' }],
  ['deriv_in_section', { seed: '0x43ab5', chip: 'navi33' }],
  ['or_bits', { seed: '0x3', chip: 'navi31' }],
  // Waves reuse VGPRs that other waves released before ending.
  ['coherent_buffer', { seed: '0x7', chip: 'navi33', knobs: { registerRows: 64 } }],
  // These programs do not request coherent data, so stale data is legal.
  ['rmw_buffer', { seed: '0x21eef', chip: 'vega10', knobs: { caches: setting('caches', 'stale') } }],
  ['discard_after', { seed: '0x21eef', chip: 'vega10', knobs: { caches: setting('caches', 'stale') } }],
  ['rmw_buffer', { seed: '0x1ffff', chip: 'navi12', cycles: 3000 }],
  ['combined_exit', { seed: '0x1ffff', chip: 'navi10', cycles: 3000 }],
];
const PAIR_COUNT = 25;
const SUBSET_COUNT = 10;

describe.each(RECORDED_RUNS)('a clean run of %s (%j)', (name, options) => {
  const run = recordRun(name, options);

  it('gets the same verdict as the live run when nothing is omitted', () => {
    expect(run.live.violations.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { armed, ...found } = checkKinds(run, () => true);
    const { armed: armedLive, ...live } = run.live;
    expect(found).toEqual(live);
    // In a live run the caches are known to be coherent, but a trace has to prove it.
    const provenCoherent = { 'VIS-01': armed['VIS-01'], 'VIS-03': armed['VIS-03'] };
    // A trace may be another device's, and of those only some launches have to be prompt.
    const anyDevice = { 'IDLE-02': Math.min(armed['IDLE-02']!, armedLive['IDLE-02']!) };
    expect(armed).toEqual({ ...armedLive, ...provenCoherent, ...anyDevice });
    expect(armed['IDLE-02']).toBeGreaterThan(armedLive['IDLE-02']! / 2);
  });

  it('produces no errors when any one or two kinds are omitted', () => {
    const pick = makeRandomPicker(run.transactions.length);
    const pickKind = (): TransactionKind => run.kinds[pick(run.kinds.length)]!;
    const pairs = Array.from({ length: PAIR_COUNT }, () => [pickKind(), pickKind()]);
    expect(
      [...run.kinds.map((kind) => [kind]), ...pairs].flatMap((dropped) => findFalseErrors(run, dropped)),
    ).toEqual([]);
  });

  it('produces no errors when many kinds are omitted', () => {
    const pick = makeRandomPicker(run.transactions.length);
    const subsets = Array.from({ length: SUBSET_COUNT }, (_, i) =>
      run.kinds.filter(() => pick(SUBSET_COUNT) < i),
    );
    expect(subsets.flatMap((dropped) => findFalseErrors(run, dropped))).toEqual([]);
  });

  // The table describes complete traces.
  if (options.cycles !== undefined) return;
  it('produces no errors with only the minimum kinds listed in docs/trace.md', () => {
    expect(ROWS.length).toBeGreaterThan(5);
    const keptKinds = new Set<TransactionKind>();
    for (const { kinds, rules } of ROWS) {
      for (const kind of kinds) keptKinds.add(kind);
      const dropped = run.kinds.filter((kind) => !keptKinds.has(kind));
      expect(findFalseErrors(run, dropped)).toEqual([]);
      const unchecked = checkKinds(run, (kind) => keptKinds.has(kind)).unchecked.map(
        ({ rule }) => rule as string,
      );
      expect({ kinds, stillUnchecked: rules.filter((rule) => unchecked.includes(rule)) }).toEqual({
        kinds,
        stillUnchecked: [],
      });
    }
  });
});

describe('a complete trace of a device with a fault', () => {
  it.each([
    ['rmw_image', 'F01', '0x1430bbac4bfd562d'],
    ['coherent_buffer', 'F03', '0xdaf0d9222a9d68ee'],
    ['rmw_buffer', 'F04', '0x660c72c6889efb88'],
    ['rmw_buffer', 'F134', '0x660c72c6889efb88'],
    ['generated', 'F121', '0xbfaccf857cb24fcb'],
  ] as const)('%s with %s fails like the run itself', (name, fault, seed) => {
    const run = recordRun(name, { seed, faults: [fault] });
    const { violations } = checkKinds(run, () => true);
    expect(violations).toEqual(run.live.violations);
    expect(violations.some(({ severity }) => severity === 'error')).toBe(true);
  });

  it('produces findings before the trace ends that are never withdrawn, no matter which kind is omitted', () => {
    const run = recordRun('rmw_buffer', { seed: '0x660c72c6889efb88', faults: ['F04'] });
    const getVerdictWithout = (dropped?: TransactionKind) => {
      const certain: Violation[] = [];
      const scoreboards = createScoreboards(run.scenario, {
        mayOmitKinds: true,
        onCertain: (violation) => certain.push(violation),
      });
      for (const transaction of run.transactions)
        if (transaction.kind !== dropped) scoreboards.observe(transaction);
      return { certain: [...certain], violations: scoreboards.finish().violations };
    };
    expect(getVerdictWithout().certain.some(({ severity }) => severity === 'error')).toBe(true);
    for (const kind of run.kinds) {
      const { certain, violations } = getVerdictWithout(kind);
      expect(violations).toEqual(expect.arrayContaining(certain));
    }
  });
});

it('does not need wave-formed records for waves that ended long ago when other kinds are omitted', () => {
  const { scenario, transactions } = recordRun('rmw_buffer', { seed: '0x660c72c6889efb88', chip: 'navi21' });
  const scoreboards = createScoreboards(scenario, { mayOmitKinds: true, keptWaves: 1 });
  for (const transaction of transactions)
    if (transaction.kind !== 'sx-alloc') scoreboards.observe(transaction);
  const { unchecked, violations } = scoreboards.finish();
  expect(unchecked.map(({ rule }) => rule)).not.toContain('ORD-04');
  expect(violations.filter(({ severity }) => severity === 'error')).toEqual([]);
});

it('leaves wave rules unchecked when earlier waves are missing', () => {
  const run = recordRun('multi_set', { seed: '0x74004', chip: 'raven' });
  const lateTrace = run.transactions.filter((t) => !('wave' in t) || t.wave > 0);
  const { violations, unchecked } = checkKinds({ ...run, transactions: lateTrace }, () => true);
  expect(violations.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(unchecked).toContainEqual({
    rule: 'LAUNCH-06',
    missing: 'wave-formed for every wave (missing for 0)',
  });
});

it("reports a wave-formed record that follows the wave's first action as late, not missing", () => {
  const run = recordRun('rmw_buffer', { seed: '0x660c72c6889efb88', chip: 'navi21' });
  const isForWave5 = (t: Transaction, kind: Transaction['kind']): boolean =>
    t.kind === kind && 'wave' in t && t.wave === 5;
  const formed = run.transactions.find((t) => isForWave5(t, 'wave-formed'))!;
  const lateTrace = run.transactions.flatMap((t) =>
    t === formed ? [] : isForWave5(t, 'wave-launched') ? [t, { ...formed, cycle: t.cycle }] : [t],
  );
  expect(checkKinds({ ...run, transactions: lateTrace }, () => true).unchecked).toContainEqual({
    rule: 'ORD-04',
    missing: 'wave-formed before all other transactions of its wave (wave 5 has transactions before it)',
  });
});

it.each(['navi21', 'navi31'] as const)('reports no error when a trace from %s begins late', (chip) => {
  const run = recordRun('rmw_buffer', { seed: '0x660c72c6889efb88', chip });
  for (const fraction of [0.01, 0.1, 0.4, 0.7]) {
    const lateTrace = run.transactions.slice(Math.ceil(run.transactions.length * fraction));
    const { violations } = checkKinds({ ...run, transactions: lateTrace }, () => true);
    expect(violations.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
});

describe('a trace from a chip on GFX10.3 or earlier', () => {
  const run = recordRun('rmw_buffer', { seed: '0x660c72c6889efb88', chip: 'navi21' });
  const listUncheckedRules = (verdict: Verdict): readonly string[] =>
    verdict.unchecked.map(({ rule }) => rule);

  it('allows slot ownership to be checked without messages, because no wave releases registers early', () => {
    const slot = run.transactions.find((t) => t.kind === 'wave-launched')!.slot;
    const transactions = run.transactions.map((t) => (t.kind === 'wave-launched' ? { ...t, slot } : t));
    const verdict = checkKinds({ ...run, transactions }, (kind) => kind !== 'message-sent');
    expect(listUncheckedRules(verdict)).not.toContain('LAUNCH-01');
    expect(verdict.fired).toMatchObject({ 'LAUNCH-01': expect.any(Number) });
  });

  it('allows entry waits to be checked without instruction or export-space records', () => {
    const omittedKinds = new Set<TransactionKind>([
      'instructions-issued',
      'sx-alloc',
      'wait-done',
      'wave-launched',
    ]);
    const verdict = checkKinds(run, (kind) => !omittedKinds.has(kind));
    expect(listUncheckedRules(verdict)).not.toContain('IDLE-01');
    expect(verdict.armed['IDLE-01']).toBeGreaterThan(0);
  });

  it('reveals a wave that starts before it is loaded, even without instruction records', () => {
    const loadCycles = 5000;
    const transactions = run.transactions.map((t) => (t.kind === 'wave-launched' ? { ...t, loadCycles } : t));
    const verdict = checkKinds({ ...run, transactions }, (kind) => kind !== 'instructions-issued');
    const observations = verdict.violations
      .filter(({ rule }) => rule === 'LAUNCH-03')
      .map(({ observed }) => observed);
    expect(observations.join('\n')).toContain('issues an instruction in cycle');
  });

  it('needs instruction records to check entry waits when an unreported loop may delay other instructions', () => {
    const [first, ...others] = run.scenario.programs;
    const words = [0xbf82ffff, ...first!.words];
    const loopingRun = { ...run, scenario: { ...run.scenario, programs: [{ ...first!, words }, ...others] } };
    const verdict = checkKinds(loopingRun, (kind) => kind !== 'instructions-issued');
    expect(verdict.unchecked).toContainEqual({ rule: 'IDLE-01', missing: 'instructions-issued' });
  });
});

it('detects from wave-formed records alone that a wave must wait for itself', () => {
  const run = recordRun('rmw_buffer', { seed: '0x660c72c6889efb88', chip: 'navi21' });
  const transactions = run.transactions.map((t) =>
    t.kind === 'wave-formed' && t.didOverlap ? { ...t, newest: t.id } : t,
  );
  const { fired, unchecked } = checkKinds({ ...run, transactions }, (kind) => kind === 'wave-formed');
  expect(fired).toMatchObject({ 'HANG-02': expect.any(Number) });
  expect(unchecked).toContainEqual({ rule: 'HANG-02', missing: 'quiesced' });
});
