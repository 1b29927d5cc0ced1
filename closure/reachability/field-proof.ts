import { chipOf, getExampleChip, ORDERING_GENERATIONS } from '../../arch/index.js';
import { COVERAGE_MODEL } from '../../coverage/index.js';
import { runScenarioTest } from '../../harness/one-test/index.js';
import { type Corpus, findMatrixSequence, packRegisters } from '../../stimulus/index.js';
import type { ExclusionProof } from './excluded-bins.js';

/** One chip per generation with distinct ordering hardware. */
const CHIPS = ORDERING_GENERATIONS.map((gfx) => getExampleChip(gfx));
const SEED = '0x1';

/**
 * Proves that no legal test hits a bin: writes the bin's first value to the field in a small legal test and looks for a
 * rule that fires. Returns undefined if none does, or for the catch-all bin.
 */
export function proveByRule(
  field: string,
  bin: string,
  corpus: Corpus,
  chips: readonly string[] = CHIPS,
): ExclusionProof | undefined {
  const value = findFirstValue('registers', field, bin);
  if (value === undefined) return undefined;
  for (const chip of chips) {
    const rule = findRejectingRule(field, value, chip, corpus);
    if (rule !== undefined) return { by: 'rule', rule, chip };
  }
  return undefined;
}

/** Returns the first value of a coverpoint's bin, or undefined if there is no such bin or it is the catch-all bin. */
export function findFirstValue(group: string, item: string, name: string): number | undefined {
  const model = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === group);
  const point = model?.compiled.definition.points[item];
  if (point === undefined || !('bins' in point)) return undefined;
  const values = point.bins.find((bin) => bin.name === name)?.values;
  if (values === undefined || values === 'others') return undefined;
  const [first] = values;
  return typeof first === 'object' ? first[0] : first;
}

/**
 * Returns a rule that fires, preferably one that checks registers, or undefined if none fires or the chip cannot run
 * with the value.
 */
function findRejectingRule(field: string, value: number, chip: string, corpus: Corpus): string | undefined {
  const sequence = findMatrixSequence(`H01-8x8-${chip}`)!;
  const scenario = sequence.generate({ seed: SEED, corpus, knobs: {}, faults: [] });
  const { gfx } = chipOf(scenario.chip);
  const draws = scenario.draws.flatMap((draw) => {
    try {
      return [{ ...draw, registers: packRegisters(gfx, { [field]: value }, draw.registers) }];
    } catch {
      return [];
    }
  });
  if (draws.length < scenario.draws.length) return undefined;
  try {
    const { violations } = runScenarioTest({ ...scenario, draws }).verdict;
    const errors = violations.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
    return errors.find((rule) => rule.startsWith('CFG')) ?? errors[0];
  } catch {
    // The model throws for meaningless values.
    return undefined;
  }
}
