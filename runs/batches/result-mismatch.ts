import { CHIP_NAMES } from '../../arch/index.js';
import { COVERAGE_MODEL, type CoveragePart, type Intervals } from '../../coverage/index.js';
import { type Failure, shouldRunTwice } from '../../harness/one-test/index.js';
import { OUTCOMES } from '../../harness/records/index.js';
import { formatTestId, scenarioHash } from '../../harness/selection/index.js';
import { type Batch, type BatchResult, NO_CHIP } from '../../harness/workers/index.js';

/**
 * Returns the reason a result cannot belong to a batch, or undefined if it can. Workers only report what their tests
 * returned. The batch determines how many tests there are, and their order, names and positions.
 */
export function findResultMismatch(batch: Batch, result: BatchResult): string | undefined {
  if (result.first !== batch.first) return `it begins at test ${result.first}, not ${batch.first}`;
  if (batch.generateOnly === true) return findScenarioMismatch(batch, result);
  if (batch.again === true) return findDigestMismatch(batch, result);
  if (result.scenarios !== undefined) return 'it has scenarios, which were not requested';
  return (
    findColumnMismatch(batch, result) ??
    findFailureMismatch(batch, result) ??
    findCountMismatch(batch, result) ??
    findCoverageMismatch(batch, result)
  );
}

function findScenarioMismatch({ tests }: Batch, { outcomes, failures, scenarios = [] }: BatchResult) {
  if (outcomes.length > 0 || failures.length > 0) return 'it has outcomes, but scenarios were requested';
  return scenarios.length === tests.length
    ? undefined
    : describeCountMismatch('scenarios', scenarios.length, tests.length);
}

function findDigestMismatch(
  { tests }: Batch,
  { outcomes, failures, digests }: BatchResult,
): string | undefined {
  if (outcomes.length > 0 || failures.length > 0) return 'it has outcomes, but digests were requested';
  const belongsToBatch = digests.length === tests.length && digests.every(({ row }, index) => row === index);
  return belongsToBatch ? undefined : 'its digests do not match the batch';
}

function findColumnMismatch({ tests, overrides }: Batch, result: BatchResult): string | undefined {
  const { outcomes, chips, waves, cycles, instructions, testMs, fingerprints = [] } = result;
  const { armed, fired, behaviours } = result;
  const columns = {
    ...{ outcomes, chips, waves, cycles, instructions, times: testMs },
    ...{ 'armed rules': armed, 'fired rules': fired, behaviours },
  };
  for (const [name, column] of Object.entries(columns)) {
    if (column !== undefined && column.length !== tests.length)
      return describeCountMismatch(name, column.length, tests.length);
  }
  const areChipsAllowed = [...chips].every(
    (chip) =>
      chip === NO_CHIP ||
      (chip < CHIP_NAMES.length &&
        (overrides.chips.length === 0 || overrides.chips.includes(CHIP_NAMES[chip]!))),
  );
  if (!areChipsAllowed) return 'it names a chip that its tests cannot run on';
  const testsRun = chips.filter((chip) => chip !== NO_CHIP).length;
  return fingerprints.length === testsRun
    ? undefined
    : describeCountMismatch('fingerprints', fingerprints.length, testsRun);
}

function findFailureMismatch(
  { tests }: Batch,
  { outcomes, waves, failures }: BatchResult,
): string | undefined {
  const rows = tests.flatMap((_, row) => (outcomes[row] === 0 ? [] : [row]));
  if (failures.length !== rows.length) return describeCountMismatch('failures', failures.length, rows.length);
  const badIndex = rows.findIndex((row, index) => {
    const { test, outcome, hash, scenario, waves: failureWaves }: Failure = failures[index]!;
    const { seed, root } = tests[row]!;
    const belongsToBatch =
      formatTestId(test) === formatTestId(tests[row]!) && test.seed === seed && test.root === root;
    const isIntact = scenario === undefined ? hash === undefined : hash === scenarioHash(scenario);
    return (
      !belongsToBatch || !isIntact || outcome !== OUTCOMES[outcomes[row]!] || failureWaves !== waves[row]
    );
  });
  return badIndex < 0
    ? undefined
    : `failure ${badIndex} does not belong to test ${formatTestId(tests[rows[badIndex]!]!)}`;
}

function findCountMismatch({ first, tests }: Batch, result: BatchResult): string | undefined {
  const { sequences, checks, digests, prints, printed = 0, held: heldMemory } = result;
  const expectedCounts: Record<string, number> = {};
  for (const { sequence } of tests) expectedCounts[sequence] = (expectedCounts[sequence] ?? 0) + 1;
  const names = Object.keys(expectedCounts);
  const sequencesAgree =
    Object.keys(sequences).length === names.length &&
    names.every((name) => sequences[name] === expectedCounts[name]);
  if (!sequencesAgree) return 'its sequence counts do not match the batch';
  if (!Object.keys(checks.memory).every((name) => Object.hasOwn(expectedCounts, name)))
    return 'it has memory checks for sequences outside the batch';
  const rowsRunTwice = tests.flatMap((_, row) => (shouldRunTwice(first + row) ? [row] : []));
  if (digests.length !== rowsRunTwice.length || digests.some(({ row }, index) => row !== rowsRunTwice[index]))
    return 'its digests do not match the batch';
  const ids = tests.map(formatTestId);
  if (heldMemory !== undefined && !ids.includes(heldMemory.test))
    return 'it reports memory held by a test outside the batch';
  const testIds = prints.map(({ test }) => test);
  const allFromBatch = testIds.every((id, index) => ids.includes(id) && testIds.indexOf(id) === index);
  return allFromBatch && printed === prints.length
    ? undefined
    : 'its printed output does not match the batch';
}

function findCoverageMismatch(
  { first, tests, coverageRun }: Batch,
  { coverage }: BatchResult,
): string | undefined {
  for (const part of coverage?.parts ?? []) {
    if (part.run !== coverageRun) return 'its coverage is from another run';
    const isInBatch = (index: number): boolean => index >= first && index < first + tests.length;
    if (
      ![...part.tests, ...part.failed].every(isInBatch) ||
      !isAscending(part.tests) ||
      !isAscending(part.failed)
    )
      return 'the tests in its coverage do not match the batch';
    if (
      !part.names.every(([index, name]) => isInBatch(index) && name === formatTestId(tests[index - first]!))
    )
      return 'the test names in its coverage do not match the batch';
    if (!isModelCoverage(part)) return 'its covergroups differ from those of the model';
  }
  return undefined;
}

function isAscending(set: Intervals): boolean {
  return set.every((bound, index) => index === 0 || bound >= set[index - 1]!);
}

function isModelCoverage({ groups }: CoveragePart): boolean {
  const modelGroups = COVERAGE_MODEL.groups.map(({ compiled }) => compiled);
  return (
    groups.length === modelGroups.length &&
    groups.every(
      ({ name, hash, passed, failed }, index) =>
        name === modelGroups[index]!.definition.name &&
        hash === modelGroups[index]!.hash &&
        [passed, failed].every(({ hits }) => hits.length === modelGroups[index]!.bins.length),
    )
  );
}

function describeCountMismatch(what: string, actual: number, expected: number): string {
  return `its number of ${what} is ${actual}, but its batch has ${expected}`;
}
