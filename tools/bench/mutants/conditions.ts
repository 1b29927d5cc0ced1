import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GENERATIONS, getRegisterFields, groupBy } from '../../../arch/index.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import { generateTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import type { Model } from '../../../harness/records/model.js';
import { planTests } from '../../../harness/selection/plan.js';
import {
  findSequence,
  findSuite,
  NO_OVERRIDES,
  selectSequences,
} from '../../../harness/selection/selection.js';
import { type Wrapper, wrapRanges } from './instrument.js';
import { formatCountTable } from './judge.js';
import {
  getModelModule,
  getUnit,
  listMutableFiles,
  PatchedModules,
  readCompiled,
  readModule,
} from './modules.js';
import { findMutants, type ModelMutant } from './mutants.js';
import { OPERATORS } from './operators.js';

/** Bit flags for the values that a condition has taken. */
const SEEN = { true: 1, present: 1, false: 2, equal: 4 } as const;

/** The operators whose mutants differ from the original only for one value of a condition, with that value. */
const CONDITION_OPERATORS = OPERATORS.filter(({ shows }) => shows !== undefined);
const SHOWN = new Map(CONDITION_OPERATORS.map(({ name, shows }) => [name, shows!]));

/**
 * A condition in a module: a comparison, an innermost operand of a test, of `!`, `&&` or `||`, or the object of `?.`.
 */
interface Condition {
  /** The module, as a path relative to `rtl-model` without the extension. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /**
   * The source lines around the condition, with the condition marked. Together with the file, this identifies
   * the condition even if lines move.
   */
  readonly text: string;
  /** The values that tests must show. */
  readonly shows: readonly (keyof typeof SEEN)[];
  /** The operator and its offset. Present only for comparisons of two numbers that can be equal. */
  readonly bound?: { readonly operator: string; readonly offset: number };
}

/** Returns the conditions of a compiled module in source order, from the mutants that replace their values. */
export function findConditions(file: string, source: string): readonly Condition[] {
  const mutants = findMutants(file, source, CONDITION_OPERATORS);
  const mutantsByRange = groupBy(
    mutants.filter(({ runsOnLoad, isTie }) => !runsOnLoad && !isTie),
    ({ target }) => `${target.start} ${target.end}`,
  );
  const occurrences = new Map<string, number>();
  return [...mutantsByRange.values()]
    .map((rangeMutants) => createCondition(source, rangeMutants))
    .filter(({ shows }) => shows.some((value) => value !== 'equal'))
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map((condition) => {
      const { text } = condition;
      const count = (occurrences.get(text) ?? 0) + 1;
      occurrences.set(text, count);
      return count === 1 ? condition : { ...condition, text: `${text} (${count})` };
    });
}

/** The order in which missing values are listed. */
const VALUES = ['true', 'false', 'equal', 'present'] as const;

function createCondition(source: string, mutants: readonly ModelMutant[]): Condition {
  const { file, target } = mutants[0]!;
  const find = (value: (typeof VALUES)[number]): ModelMutant | undefined =>
    mutants.find(({ operator }) => SHOWN.get(operator) === value);
  const bound = find('equal');
  return {
    file,
    start: target.start,
    end: target.end,
    text: markLine(source, target),
    shows: VALUES.filter((value) => find(value) !== undefined),
    ...(bound === undefined
      ? {}
      : { bound: { operator: source.slice(bound.start, bound.end), offset: bound.start } }),
  };
}

/** Returns the lines that contain a condition, with the condition marked. */
function markLine(source: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const from = source.lastIndexOf('\n', start) + 1;
  const next = source.indexOf('\n', end);
  const to = next < 0 ? source.length : next;
  const marked = `${source.slice(from, start)}⟦${source.slice(start, end)}⟧${source.slice(end, to)}`;
  return marked.replace(/\s+/g, ' ').trim();
}

/** Names of the global functions that instrumented modules call. */
const PROBE = { TRUTH: 'sawTruth', PRESENCE: 'sawPresence', FIELD: 'sawField' } as const;

/** Comparison functions, by operator. */
const COMPARE: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};
/** Names of the probes that replace comparisons, by operator. */
const COMPARE_NAMES: Readonly<Record<string, string>> = {
  '<': 'sawLess',
  '<=': 'sawAtMost',
  '>': 'sawGreater',
  '>=': 'sawAtLeast',
};

/**
 * Records the values that conditions take in an instrumented copy of the model, and the register field bits that
 * the model reads.
 */
export class Watch {
  /** `SEEN` flags, indexed by condition. */
  readonly seen: Uint8Array;
  /** For each field, the bits that have been read as one and those that have been read as zero. */
  readonly fields = new Map<string, { ones: number; zeros: number }>();

  constructor(private readonly conditions: readonly Condition[]) {
    const seen = new Uint8Array(conditions.length);
    this.seen = seen;
    const record = (index: number, isTrue: boolean): void => {
      seen[index]! |= isTrue ? SEEN.true : SEEN.false;
    };
    const probes: Record<string, unknown> = {
      [PROBE.TRUTH]: (index: number, value: unknown) => {
        record(index, Boolean(value));
        return value;
      },
      [PROBE.PRESENCE]: (index: number, value: unknown) => {
        record(index, value !== undefined && value !== null);
        return value;
      },
      [PROBE.FIELD]: (name: string, value: number | undefined) => {
        if (value !== undefined) this.recordField(name, value);
        return value;
      },
    };
    for (const [operator, compare] of Object.entries(COMPARE))
      probes[COMPARE_NAMES[operator]!] = (index: number, left: number, right: number) => {
        const isTrue = compare(left, right);
        record(index, isTrue);
        if (left === right) seen[index]! |= SEEN.equal;
        return isTrue;
      };
    Object.assign(globalThis, probes);
  }

  private recordField(name: string, value: number): void {
    const bits = this.fields.get(name) ?? { ones: 0, zeros: 0 };
    bits.ones |= value;
    bits.zeros |= ~value;
    this.fields.set(name, bits);
  }

  /** Returns the source of a model module with every condition wrapped in a probe. */
  instrument(file: string, source: string): string {
    const inFile = [...this.conditions.entries()].filter(([, condition]) => condition.file === file);
    return wrapRanges(
      source,
      inFile.map(([index, condition]) => wrapInProbe(index, condition)),
    );
  }
}

/** Adds a probe to the source of `findRegisterField` that records each value it returns. */
export function instrumentRegisterFields(source: string): string {
  const declaration = 'export function findRegisterField(';
  if (!source.includes(declaration)) throw new Error('Expected the module to define findRegisterField');
  return `${source.replace(declaration, 'function originalRegisterField(')}
export function findRegisterField(gfx, registers, name) {
  return ${PROBE.FIELD}(name, originalRegisterField(gfx, registers, name));
}`;
}

/** Wraps a condition in a probe. If the condition has a `bound`, the probe receives both operands. */
function wrapInProbe(index: number, { start, end, shows, bound }: Condition): Wrapper {
  const unbounded = shows.includes('present') ? PROBE.PRESENCE : PROBE.TRUTH;
  const probe = bound === undefined ? unbounded : COMPARE_NAMES[bound.operator]!;
  const range = { start, end, before: `${probe}(${index}, `, after: ')' };
  if (bound === undefined) return range;
  const { offset, operator } = bound;
  return { ...range, inner: { start: offset, end: offset + operator.length, text: ',' } };
}

/** Options for `reportConditions`. */
interface ConditionRequest {
  readonly seed: string;
  /** Number of clean nightly tests to run. */
  readonly sample: number;
  /** The units to report on, or an empty list for all of them. */
  readonly units: readonly string[];
}

/** The module through which every unit reads registers. */
const REGISTER_MODULE = 'arch/registers.js';

/** A value that a condition or a register bit never took in the tests. */
interface MissingValue {
  readonly unit: string;
  readonly name: string;
  readonly missing: string;
}

/**
 * Runs clean nightly tests and prints the values that conditions in the model never took. Returns whether all of
 * them have a known reason.
 */
export async function reportConditions({ seed, sample: tests, units }: ConditionRequest): Promise<boolean> {
  const files = listMutableFiles().filter((file) => units.length === 0 || units.includes(getUnit(file)));
  const conditions = files.flatMap((file) => findConditions(file, readModule(file)));
  const watch = new Watch(conditions);
  const folder = mkdtempSync(join(tmpdir(), 'pops-conditions-'));
  try {
    const instrumented = new Map(
      files.map((file) => [getModelModule(file), watch.instrument(file, readModule(file))] as const),
    );
    instrumented.set(REGISTER_MODULE, instrumentRegisterFields(readCompiled(REGISTER_MODULE)));
    const model = (await new PatchedModules(folder).with(instrumented)(getModelModule('index'))) as Model;
    runNightly(model, seed, tests);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return printReport(seed, tests, conditions.length, [
    ...conditions.flatMap((condition, index) => findMissingValues(condition, watch.seen[index]!)),
    ...(units.length === 0 ? findUnseenBits(watch) : []),
  ]);
}

function runNightly(model: Model, seed: string, tests: number): void {
  const corpus = openCorpus();
  const plan = planTests(readSeed(seed), selectSequences(findSuite('nightly'), undefined, NO_OVERRIDES));
  for (let i = 0; i < tests; i++) {
    const planned = plan.next().value;
    const sequence = findSequence(planned.sequence);
    const scenario = generateTest({ sequence, seed: planned.seed, overrides: NO_OVERRIDES, corpus });
    model.runScenario(scenario, () => {});
  }
}

/** Returns the values that a condition could have taken but never did. */
export function findMissingValues({ file, text, shows }: Condition, seen: number): readonly MissingValue[] {
  const createMissing = (missing: string): MissingValue => ({
    unit: getUnit(file),
    name: `${file}: ${text}`,
    missing,
  });
  if (seen === 0) return [createMissing('never evaluated')];
  return shows.filter((value) => (seen & SEEN[value]) === 0).map((value) => createMissing(`never ${value}`));
}

/** Returns the register field bits that were never one or never zero when the model read them. */
function findUnseenBits({ fields }: Watch): readonly MissingValue[] {
  return [...fields].flatMap(([name, { ones, zeros }]) => {
    const width = Math.max(
      ...GENERATIONS.map((gfx) => Math.log2((getRegisterFields(gfx).get(name)?.ones ?? 0) + 1)),
    );
    return Array.from({ length: width }, (_, bit) => [
      ...(((ones >>> bit) & 1) === 0
        ? [{ unit: 'registers', name: `${name}[${bit}]`, missing: 'never 1' }]
        : []),
      ...(((zeros >>> bit) & 1) === 0
        ? [{ unit: 'registers', name: `${name}[${bit}]`, missing: 'never 0' }]
        : []),
    ]).flat();
  });
}

function printReport(
  seed: string,
  tests: number,
  conditionCount: number,
  missingValues: readonly MissingValue[],
): boolean {
  const unexplained = missingValues.filter(({ name, missing }) => findReason(name, missing) === undefined);
  for (const { name, missing } of unexplained) console.log(`${missing}: ${name}`);
  const units = [...new Set(missingValues.map(({ unit }) => unit))].sort();
  const count = (list: readonly MissingValue[], unit: string): number =>
    list.filter((entry) => entry.unit === unit).length;
  const rows = units.map((unit) => [
    unit,
    count(missingValues, unit),
    count(missingValues, unit) - count(unexplained, unit),
  ]);
  console.log(formatCountTable(['unit', 'never taken', 'explained'], rows));
  console.log(
    `${conditionCount} conditions in ${tests} clean tests from seed ${seed}: ${missingValues.length} values were never taken, ${unexplained.length} unexplained`,
  );
  return unexplained.length === 0;
}

/**
 * Known reasons why a condition never takes a value in clean tests. Patterns are matched against the missing
 * value, the file and the condition's text. The first match applies.
 */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/: cosim\//, 'only runs when a design replaces a unit'],
  [
    /: (decisions|event-order|event-subjects|index|own-fault-tables|fault-reach)\b/,
    'only used for searches, replays and faults, which clean tests do not have',
  ],
  [/: kernel\/(order-wheel|replay|recording|watched)/, 'only affects schedules that clean tests do not use'],
  [
    /: kernel\/(assert|broken-claims|pct-choices|event-wheel)/,
    'only checks for or reports bugs in the model itself',
  ],
  [
    /: (budget|waiting|stillness|sq\/(endless-loops|loop-watch))\b/,
    'only ends or reports hangs, which never happen in clean tests',
  ],
  [
    /used !== undefined|EVENTS_PER_CYCLE_MAX|endless !== undefined|haltReason|isHalted|isStuck|RESTS|Infinity/,
    'only occurs in hangs',
  ],
  [/faults\.(size|has)|isChanged|haveWideEffects/, 'depends on whether the device has faults'],
  [
    /instanceof OrderWheel|strategy === 'order'|isTimed|isApart|grantsByAge|longest/,
    'only affects schedules that clean tests do not use',
  ],
  [
    /never false: .*(isEmpty|isFree|isIdle|isFullyFree|areRegistersFree|length === 0|count === 0|size === 0|stagedCount === 0|length === this\.records\.length|free\.has)/,
    'only evaluated once the device is idle and has no work left',
  ],
  [/\?\?/, 'always true in tests: the type allows an absent list entry or optional unit'],
  [/: sq\/(compare-loop|poll-loop|parking|ways-out)/, 'only affects how fast a loop is simulated'],
  [
    /never (1|0): .*\.(WIDTH|HEIGHT|WAVESIZE|EXTRA_LDS_SIZE)\[/,
    'tests use small primitives and little memory',
  ],
  [/FLOAT_MODE|xnackAction === ACTION\.HALT|newestZero|DISABLE_POPS/, 'makes even correct programs fail'],
];

/** Returns why a condition never takes a value in clean tests, or undefined if no reason is known. */
function findReason(name: string, missing: string): string | undefined {
  const description = `${missing}: ${name}`;
  return REASONS.find(([pattern]) => pattern.test(description))?.[1];
}
