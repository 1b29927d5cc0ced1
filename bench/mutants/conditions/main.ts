import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GENERATIONS, getRegisterFields } from '../../../arch/index.js';
import { readSeed } from '../../../base/basics/seeds.js';
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
import { getModelModule, getUnit, listMutableFiles, readModule } from '../model/units.js';
import { PatchedModules, readCompiled } from '../patched-modules.js';
import { formatTable } from '../table.js';
import { type Condition, findConditions } from './conditions.js';
import { findReason } from './reasons.js';
import { instrumentRegisterFields, SEEN, Watch } from './watch.js';

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
export function findMissingValues(
  { file, text, aspect, bound }: Condition,
  seen: number,
): readonly MissingValue[] {
  const createMissing = (missing: string): MissingValue => ({
    unit: getUnit(file),
    name: `${file}: ${text}`,
    missing,
  });
  if (seen === 0) return [createMissing('never evaluated')];
  const values = aspect === 'truth' ? ['true', 'false'] : ['present', 'absent'];
  return [
    ...((seen & SEEN.TRUE) === 0 ? [createMissing(`never ${values[0]}`)] : []),
    ...((seen & SEEN.FALSE) === 0 ? [createMissing(`never ${values[1]}`)] : []),
    ...(bound !== undefined && (seen & SEEN.EQUAL) === 0 ? [createMissing('never equal')] : []),
  ];
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
  console.log(formatTable(['unit', 'never taken', 'explained'], rows));
  console.log(
    `${conditionCount} conditions in ${tests} clean tests from seed ${seed}: ${missingValues.length} values were never taken, ${unexplained.length} unexplained`,
  );
  return unexplained.length === 0;
}
