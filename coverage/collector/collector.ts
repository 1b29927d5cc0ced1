import {
  FIRST_BACKGROUND_WAVE,
  type Scenario,
  type Transaction,
  type TransactionKind,
  type TransactionSink,
} from '../../transactions/index.js';
import { createEmptyCounts, findNamesInUse, type GroupCounts } from '../data/counts.js';
import {
  COVERAGE_FORMAT,
  type CoverageData,
  type CoveragePart,
  createEmptyCoverage,
} from '../data/coverage-data.js';
import { addIndex, hasIndex, type Intervals } from '../data/intervals.js';
import { Sampler } from '../dsl/sampler.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { DrawActivity } from './draw-activity.js';
import type { Monitor } from './monitor.js';
import { deriveTestFacts, type TestFacts } from './test-facts.js';
import { WaveFacts } from './wave-facts.js';

/**
 * Adds a test's hits to the counts for its outcome. Returns whether the test is now the first test of any bin. A bin's
 * first test is the one with the smallest index, regardless of execution order.
 */
function addTestHits(
  groups: readonly GroupCounts[],
  model: CoverageModel,
  hits: Uint32Array,
  testIndex: number,
  passed: boolean,
): boolean {
  let isFirstTest = false;
  for (let g = 0; g < groups.length; g++) {
    const outcome = passed ? groups[g]!.passed : groups[g]!.failed;
    const { offset } = model.groups[g]!;
    for (let bin = 0; bin < outcome.hits.length; bin++) {
      const count = hits[offset + bin]!;
      if (count === 0) continue;
      outcome.hits[bin]! += count;
      outcome.tests[bin]!++;
      const first = outcome.first[bin]!;
      if (first >= 0 && first <= testIndex) continue;
      outcome.first[bin] = testIndex;
      isFirstTest = true;
    }
  }
  return isFirstTest;
}

/** An illegal bin that a test hit. */
export interface IllegalHit {
  /** `covergroup/coverpoint/bin`. */
  readonly bin: string;
  /** What the hit means. */
  readonly text: string;
}

/** The kinds that all handlers get from background waves, too. `WaveTable` has rows only for pixel waves. */
const BACKGROUND_KINDS: ReadonlySet<TransactionKind> = new Set<TransactionKind>([
  'background-formed',
  'background-refused',
  'background-allocated',
  'group-allocated',
  'background-launched',
  'background-barrier-reached',
  'background-released',
  'group-released',
  'export-requested',
  'export-granted',
]);

type Handler = (transaction: Transaction) => void;

/** Creates a collector for a run. `run` identifies the run in merges, so it must be unique. */
export function createCollector(run: string, model: CoverageModel = COVERAGE_MODEL): Collector {
  return new Collector(run, model);
}

/** Collects the coverage of some or all of a run's tests. */
export class Collector {
  readonly #run: string;
  readonly #model: CoverageModel;
  /** The hits of the current test, with all covergroups concatenated. */
  readonly #hits: Uint32Array;
  readonly #samplers: readonly Sampler[];
  /** Illegal bins and the indices of their counters. */
  readonly #illegal: readonly (IllegalHit & { readonly counter: number })[];
  readonly #handlers = new Map<TransactionKind, Handler[]>();
  readonly #backgroundHandlers = new Map<TransactionKind, Handler[]>();
  readonly #beginHandlers: (() => void)[] = [];
  readonly #facts = new WaveFacts();
  readonly #activity = new DrawActivity(this.#facts);
  #test: TestFacts | undefined;
  #scenario: Scenario | undefined;
  #hasBackground = false;
  #testName = '';
  #testIndex = 0;
  #groups: readonly GroupCounts[] = [];
  #tests: Intervals = [];
  #failed: Intervals = [];
  #names = new Map<number, string>();

  constructor(run: string, model: CoverageModel) {
    this.#run = run;
    this.#model = model;
    this.#hits = new Uint32Array(model.binCount);
    this.#samplers = model.groups.map(
      ({ compiled, offset }) =>
        new Sampler(compiled, this.#hits.subarray(offset, offset + compiled.bins.length)),
    );
    this.#illegal = findIllegalBins(model);
    const test = (): TestFacts => this.#test!;
    this.#subscribe(this.#facts.makeHandlers(test));
    this.#subscribe(this.#activity.makeHandlers(test));
    model.groups.forEach(({ covergroup }, i) => {
      const bench = {
        sampler: this.#samplers[i]!,
        table: this.#facts.table,
        facts: this.#facts,
        activity: this.#activity,
        test,
        scenario: () => this.#scenario!,
      };
      this.#subscribe(covergroup.monitor(bench));
    });
    this.#subscribe({ 'resource-released': ({ wave }) => this.#facts.table.close(wave) });
    this.reset();
  }

  /**
   * Starts a test. `index` is the test's position in the run. The same position gives the same results on every
   * machine. A test that never ends is not counted. Throws if the index has already been counted.
   */
  begin(scenario: Scenario, testName: string, index: number): void {
    if (hasIndex(this.#tests, index)) throw new Error(`Coverage: test ${index} has already been counted.`);
    this.#test = deriveTestFacts(scenario);
    this.#scenario = scenario;
    this.#hasBackground = scenario.background !== undefined;
    this.#testName = testName;
    this.#testIndex = index;
    this.#hits.fill(0);
    this.#facts.clear();
    this.#activity.clear();
    for (const sampler of this.#samplers) sampler.reset();
    for (const handler of this.#beginHandlers) handler();
  }

  /** Receives each of the test's transactions in order, without keeping a reference to it. */
  readonly observe: TransactionSink = (transaction) => {
    const isOfBackground = this.#hasBackground && isBackground(transaction);
    dispatch(isOfBackground ? this.#backgroundHandlers : this.#handlers, transaction);
  };

  /** Returns the illegal bins that the running test has hit so far. Must be called before the test ends. */
  listIllegalHits(): readonly IllegalHit[] {
    return this.#illegal
      .filter(({ counter }) => this.#hits[counter]! > 0)
      .map(({ bin, text }) => ({ bin, text }));
  }

  /**
   * Returns the hits of the current or last test, with all covergroups concatenated. Valid until the next test starts.
   */
  hits(): ArrayLike<number> {
    return this.#hits;
  }

  /** Ends the test. Hits from tests that do not count (failed or intentionally broken) are stored separately. */
  end(isCounted: boolean): void {
    if (this.#test === undefined) throw new Error('Coverage: end() called without begin().');
    this.#test = undefined;
    const isFirst = addTestHits(this.#groups, this.#model, this.#hits, this.#testIndex, isCounted);
    if (isFirst) this.#names.set(this.#testIndex, this.#testName);
    this.#tests = addIndex(this.#tests, this.#testIndex);
    if (!isCounted) this.#failed = addIndex(this.#failed, this.#testIndex);
  }

  /** Returns everything counted since the collector was created or last reset. */
  snapshot(): CoverageData {
    if (this.#tests.length === 0) return createEmptyCoverage();
    const part: CoveragePart = {
      run: this.#run,
      tests: this.#tests,
      failed: this.#failed,
      names: findNamesInUse(this.#groups, [...this.#names]),
      groups: structuredClone(this.#groups),
    };
    return { format: COVERAGE_FORMAT, parts: [part] };
  }

  /** Clears all counts. */
  reset(): void {
    this.#groups = this.#model.groups.map(({ compiled }) => createEmptyCounts(compiled));
    this.#tests = [];
    this.#failed = [];
    this.#names = new Map();
  }

  #subscribe({ begin, background = {}, ...handlers }: Monitor): void {
    if (begin) this.#beginHandlers.push(begin);
    for (const [kind, handler] of Object.entries(handlers) as [TransactionKind, Handler][]) {
      addHandler(this.#handlers, kind, handler);
      if (BACKGROUND_KINDS.has(kind)) addHandler(this.#backgroundHandlers, kind, handler);
    }
    for (const [kind, handler] of Object.entries(background) as [TransactionKind, Handler][])
      addHandler(this.#backgroundHandlers, kind, handler);
  }
}

function addHandler(map: Map<TransactionKind, Handler[]>, kind: TransactionKind, handler: Handler): void {
  const existing = map.get(kind);
  if (existing) existing.push(handler);
  else map.set(kind, [handler]);
}

function dispatch(map: ReadonlyMap<TransactionKind, Handler[]>, transaction: Transaction): void {
  const handlers = map.get(transaction.kind);
  if (handlers === undefined) return;
  for (let i = 0; i < handlers.length; i++) handlers[i]!(transaction);
}

function findIllegalBins({ groups }: CoverageModel): (IllegalHit & { readonly counter: number })[] {
  return groups.flatMap(({ compiled, offset }) =>
    compiled.items.flatMap((item) =>
      compiled.bins.slice(item.first, item.first + item.count).flatMap(({ kind, name, text }, i) => {
        const bin = `${compiled.definition.name}/${item.name}/${name}`;
        return kind === 'illegal' ? [{ bin, text, counter: offset + item.first + i }] : [];
      }),
    ),
  );
}

function isBackground(transaction: Transaction): boolean {
  return 'wave' in transaction && transaction.wave >= FIRST_BACKGROUND_WAVE;
}
