import { type ChipName, chipOf, GENERATIONS, getExampleChip } from '../../arch/index.js';
import { runScenarioTest } from '../../harness/one-test/run-test.js';
import { LITMUS_SEQUENCES, SEQUENCES, type Sequence } from '../../stimulus/index.js';
import { type FaultId, findFault } from '../../transactions/index.js';
import { drawScenario } from '../support/drawn-scenario.js';

/** The faults that make the device too strong, each with the cell and rule that detect it. */
const DETECTIONS = [
  ['F230', 'litmus_gl1_line', 'WEAK-01'],
  ['F231', 'litmus_sibling_l0', 'WEAK-02'],
  ['F232', 'litmus_scalar_line', 'WEAK-04'],
  ['F233', 'litmus_late_store', 'WEAK-03'],
  ['F234', 'litmus_id_wrap', 'WEAK-05'],
  ['F235', 'litmus_two_packers', 'WEAK-06'],
  ['F236', 'litmus_scalar_order', 'WEAK-07'],
  ['F238', 'litmus_section_line', 'WEAK-09'],
] as const;

/** Lists the rules that report errors in one test. Faults are injected even if the sequence normally excludes them. */
function findErrors(sequence: Sequence, chips: readonly ChipName[], faults: readonly FaultId[]): string[] {
  const scenario = drawScenario(sequence, '0x5ca1e', { chips });
  const { violations } = runScenarioTest({ ...scenario, faults }).verdict;
  return [...new Set(violations.filter(({ severity }) => severity === 'error').map(({ rule }) => rule))];
}

function findSequence(name: string): Sequence {
  return [...SEQUENCES, ...LITMUS_SEQUENCES].find((sequence) => sequence.name === name)!;
}

describe.each(DETECTIONS)('%s', (fault, cell, rule) => {
  const findFaultErrors = (name: string): string[] => {
    const sequence = findSequence(name);
    const { generations } = findFault(fault)!;
    const chips = sequence.chips.filter((chip) => generations.includes(chipOf(chip).gfx));
    return findErrors(sequence, chips, [fault]);
  };

  it(`is detected by ${rule} in ${cell}`, () => {
    expect(findFaultErrors(cell)).toEqual([rule]);
  });

  it('is not detected by any rule in another sequence', () => {
    expect(findFaultErrors(findFault(fault)!.where === 'sc' ? 'slow_owner' : 'mixed_reads')).toEqual([]);
  });
});

it.each(LITMUS_SEQUENCES.map((sequence, i) => ({ ...sequence, sequence, i })))(
  'exhibits the outcome of $name on a fault-free device',
  ({ sequence, i }) => {
    const examples = GENERATIONS.map((gfx) => getExampleChip(gfx));
    const possibleChips = examples.filter((chip) => sequence.chips.includes(chip));
    expect(findErrors(sequence, [possibleChips[i % possibleChips.length]!], [])).toEqual([]);
  },
);
