import type { GroupCounts, Outcome } from '../data/counts.js';
import type { CoverageData, CoveragePart } from '../data/coverage-data.js';
import { countIndices } from '../data/intervals.js';
import type { CoverageModel, ModelGroup } from '../model.js';

/** Identifies a test by its run, its index within that run, and its name. */
export interface TestReference {
  readonly run: string;
  readonly index: number;
  readonly name: string;
}

/** Counts for one bin across all tests with a given outcome. */
export interface BinTotals {
  readonly hits: number;
  readonly tests: number;
  /** The first test, by run id and index, that hit the bin. */
  readonly first?: TestReference;
}

/** Counts that were dropped because their covergroup has a new definition or no longer exists. */
export type ChangedGroup = Readonly<ReturnType<typeof findChangedGroups>[number]>;

/** Sums each covergroup's counts of all parts whose definitions match the model's. */
export function sumTotals(data: CoverageData, model: CoverageModel) {
  return model.groups.map((group) => {
    const matching = data.parts.flatMap((part) => {
      const counts = part.groups.find(({ name }) => name === group.compiled.definition.name);
      return counts?.hash === group.compiled.hash ? [{ part, counts }] : [];
    });
    return {
      group,
      passed: sumOutcomes(group, matching, 'passed'),
      failed: sumOutcomes(group, matching, 'failed'),
    };
  });
}

/** Returns the covergroups whose definition in the data differs from the model's. Totals exclude their counts. */
export function findChangedGroups(data: CoverageData, model: CoverageModel) {
  const hashes = new Map(model.groups.map(({ compiled }) => [compiled.definition.name, compiled.hash]));
  return data.parts.flatMap((part) =>
    part.groups
      .filter((group) => hashes.get(group.name) !== group.hash)
      .map((group) => ({
        group: group.name,
        run: part.run,
        tests: countIndices(part.tests),
        expected: hashes.get(group.name),
        found: group.hash,
      })),
  );
}

/**
 * Returns the model without the covergroups whose hits are unknown, because all of their counts in the data were
 * recorded under a different definition.
 */
export function withoutUnknownGroups(data: CoverageData, model: CoverageModel): CoverageModel {
  const findHashes = (name: string): string[] =>
    data.parts.flatMap(({ groups }) => groups.filter((group) => group.name === name).map(({ hash }) => hash));
  const groups = model.groups.filter(({ compiled }) => {
    const found = findHashes(compiled.definition.name);
    return found.length === 0 || found.includes(compiled.hash);
  });
  return { ...model, groups };
}

interface MatchingPart {
  readonly part: CoveragePart;
  readonly counts: GroupCounts;
}

function sumOutcomes(
  group: ModelGroup,
  matching: readonly MatchingPart[],
  outcome: 'passed' | 'failed',
): BinTotals[] {
  return group.compiled.bins.map((_, bin) => {
    let hits = 0;
    let tests = 0;
    let first: TestReference | undefined;
    for (const { part, counts } of matching) {
      const outcomeCounts = counts[outcome];
      hits += outcomeCounts.hits[bin]!;
      tests += outcomeCounts.tests[bin]!;
      first ??= findFirstTest(part, outcomeCounts, bin);
    }
    return first ? { hits, tests, first } : { hits, tests };
  });
}

function findFirstTest(part: CoveragePart, outcome: Outcome, bin: number): TestReference | undefined {
  const index = outcome.first[bin]!;
  if (index < 0) return undefined;
  const name = part.names.find(([testIndex]) => testIndex === index)?.[1] ?? '';
  return { run: part.run, index, name };
}
