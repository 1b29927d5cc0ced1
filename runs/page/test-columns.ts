import type { ReportedGroup } from '../../failures/groups/index.js';
import type { RunReport, RunTestResult } from '../../harness/run-directory/index.js';
import { formatReproLine } from '../../harness/selection/index.js';
import { FAILURE_LIMITS } from '../text/failure-limits.js';

/** The verdicts, most urgent first. The page's data contains indices into this list. */
export const VERDICTS = ['error', 'failed', 'inconclusive', 'known', 'passed'] as const;

/** Maximum number of tests to list on the page; `results.json` contains all of them. */
const MAX_TESTS = 100_000;

/** Maximum number of distinct causes to name. Tests with any other cause get none. */
const MAX_CAUSES = 1000;

/** Test data for the page's script: columns with one entry per test, in plan order. */
export interface TestColumns {
  /** The names that the columns below refer to by index; an index of -1 means none. */
  readonly verdicts: typeof VERDICTS;
  readonly sequences: readonly string[];
  readonly chips: readonly string[];
  readonly causes: readonly string[];
  readonly sequence: readonly number[];
  readonly index: readonly number[];
  /** The root seeds of tests drawn by another run, keyed by row. */
  readonly roots: Readonly<Record<number, string>>;
  readonly verdict: readonly number[];
  readonly cause: readonly number[];
  readonly chip: readonly number[];
  /** The seeds in one base64 string, as eight big-endian bytes per test. */
  readonly seeds: string;
  /** Invalid seed strings, keyed by row. */
  readonly oddSeeds: Readonly<Record<number, string>>;
  /** The host time in milliseconds; -1 if unknown. */
  readonly ms: readonly number[];
  readonly cycles: readonly number[];
  readonly waves: readonly number[];
  /** The command that replays a test, with `:SEQUENCE@SEED` in place of its name and seed. */
  readonly line: string;
  /** The number of tests that are not listed. */
  readonly hidden: number;
}

/** Converts a run's tests to columns. If there are too many, failures take precedence. */
export function buildTestColumns(
  results: readonly RunTestResult[],
  groups: readonly ReportedGroup[],
  { suite, overrides }: RunReport['request'],
): TestColumns {
  const shown = selectTests(results);
  const sequences = new NameIndex();
  const chips = new NameIndex();
  const causes = new NameIndex(MAX_CAUSES);
  const groupBySignature = new Map(
    groups
      .slice(0, FAILURE_LIMITS.page.groups)
      .flatMap((group) => group.buckets.map(({ signature }) => [signature, group])),
  );
  const known = new Set(
    groups.flatMap(({ buckets }) => buckets.flatMap((b) => (b.known === undefined ? [] : [b.signature]))),
  );
  const getVerdict = ({ outcome, failure }: RunTestResult): (typeof VERDICTS)[number] =>
    failure !== undefined && known.has(failure.signature) ? 'known' : outcome;
  const roots = shown.flatMap(({ test }, i) => (test.root === undefined ? [] : [[i, test.root] as const]));
  return {
    verdicts: VERDICTS,
    sequence: shown.map(({ test }) => sequences.indexOf(test.sequence)),
    index: shown.map(({ test }) => test.index),
    roots: Object.fromEntries(roots),
    verdict: shown.map((result) => VERDICTS.indexOf(getVerdict(result))),
    cause: shown.map(({ failure }) =>
      failure === undefined
        ? -1
        : causes.indexOf(groupBySignature.get(failure.signature)?.signature ?? failure.rule),
    ),
    chip: shown.map(({ chip }) => (chip === undefined ? -1 : chips.indexOf(chip))),
    seeds: packSeeds(shown),
    oddSeeds: findInvalidSeeds(shown),
    ms: shown.map(({ seconds }) => (seconds === undefined ? -1 : Math.round(seconds * 1000))),
    cycles: shown.map(({ cycles }) => cycles),
    waves: shown.map(({ waves }) => waves),
    line: formatReproLine({ suite, sequence: 'SEQUENCE', seed: 'SEED' }, overrides),
    hidden: results.length - shown.length,
    sequences: sequences.names,
    chips: chips.names,
    causes: causes.names,
  };
}

function selectTests(results: readonly RunTestResult[]): readonly RunTestResult[] {
  if (results.length <= MAX_TESTS) return results;
  const failed = results.filter(({ outcome }) => outcome !== 'passed').slice(0, MAX_TESTS);
  const passed = results.filter(({ outcome }) => outcome === 'passed').slice(0, MAX_TESTS - failed.length);
  return [...failed, ...passed].sort((a, b) => a.position - b.position);
}

/** Matches a valid seed. A manifest may contain invalid ones. */
const SEED = /^0x[0-9a-f]{1,16}$/i;

function findInvalidSeeds(results: readonly RunTestResult[]): Record<number, string> {
  const invalid = results.flatMap(({ test }, i) => (SEED.test(test.seed) ? [] : [[i, test.seed] as const]));
  return Object.fromEntries(invalid);
}

function packSeeds(results: readonly RunTestResult[]): string {
  const bytes = Buffer.alloc(8 * results.length);
  results.forEach(({ test }, i) => {
    if (SEED.test(test.seed)) bytes.writeBigUInt64BE(BigInt(test.seed), 8 * i);
  });
  return bytes.toString('base64');
}

/** Collects names in order of first appearance, up to a limit. */
class NameIndex {
  private readonly indices = new Map<string, number>();

  constructor(private readonly maxNames = Infinity) {}

  get names(): string[] {
    return [...this.indices.keys()];
  }

  /** Returns the index of a name, or -1 for a new name once the limit is reached. */
  indexOf(name: string): number {
    const known = this.indices.get(name);
    if (known !== undefined) return known;
    if (this.indices.size >= this.maxNames) return -1;
    this.indices.set(name, this.indices.size);
    return this.indices.size - 1;
  }
}
