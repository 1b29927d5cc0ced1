import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GENERATIONS, getRegisterFields } from '../../../arch/index.js';
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
import {
  getModelModule,
  getUnit,
  listMutableFiles,
  PatchedModules,
  readCompiled,
  readModule,
} from './modules.js';
import { formatCountTable } from './mutant-result.js';

import { type Condition, findConditions, instrumentRegisterFields, SEEN, Watch } from './watch.js';
/** Options for `reportConditions`. */
export interface ConditionRequest {
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
