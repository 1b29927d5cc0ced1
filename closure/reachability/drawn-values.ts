import { chipOf, findRegisterField } from '../../arch/index.js';
import { COVERAGE_MODEL } from '../../coverage/index.js';
import { deriveTestSeed, readSeed } from '../../harness/basics/index.js';
import { generateTest } from '../../harness/one-test/index.js';
import { findSuite, NO_OVERRIDES, selectSequences } from '../../harness/selection/index.js';
import { type Corpus, NIGHTLY_SUITE } from '../../stimulus/index.js';

const SEED = readSeed('0x1ef7');

/** The register field values in generated scenarios, and the number of scenarios. */
interface GeneratedValues {
  readonly scenarios: number;
  /** The values for each `REGISTER.FIELD`. */
  readonly values: ReadonlyMap<string, ReadonlySet<number>>;
}

/**
 * Generates `scenariosPerSequence` scenarios from each `nightly` sequence without running them, and returns the
 * register field values that their draw calls set. Skips intentionally illegal scenarios.
 */
export function collectGeneratedValues(scenariosPerSequence: number, corpus: Corpus): GeneratedValues {
  const values = new Map(listCoveredFields().map((field) => [field, new Set<number>()]));
  let scenarios = 0;
  for (const { sequence } of selectSequences(findSuite(NIGHTLY_SUITE), undefined, NO_OVERRIDES))
    for (let index = 0; index < scenariosPerSequence; index++) {
      const seed = deriveTestSeed(SEED, sequence.name, index);
      const { chip, draws, expects } = generateTest({ sequence, seed, overrides: NO_OVERRIDES, corpus });
      if (expects.length > 0) continue;
      scenarios++;
      const { gfx } = chipOf(chip);
      for (const { registers } of draws)
        for (const [field, generated] of values) {
          const value = findRegisterField(gfx, registers, field);
          if (value !== undefined) generated.add(value | 0);
        }
    }
  return { scenarios, values };
}

/**
 * Returns whether any generated draw call set the field to a value in the bin. Throws if the bin does not list its
 * values.
 */
export function isGenerated({ values }: GeneratedValues, field: string, bin: string): boolean {
  const point = getRegistersGroup().compiled.definition.points[field];
  const ranges =
    point !== undefined && 'bins' in point ? point.bins.find(({ name }) => name === bin)?.values : undefined;
  if (ranges === undefined || ranges === 'others')
    throw new Error(`registers/${field}/${bin} has no values to search for`);
  const isInBin = (value: number): boolean =>
    ranges.some((range) =>
      typeof range === 'number' ? value === range : range[0] <= value && value <= range[1],
    );
  return [...(values.get(field) ?? [])].some(isInBin);
}

function getRegistersGroup() {
  return COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === 'registers')!;
}

function listCoveredFields(): string[] {
  return Object.keys(getRegistersGroup().compiled.definition.points).filter((name) => name !== 'generation');
}
