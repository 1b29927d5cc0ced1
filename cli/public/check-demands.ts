import { CHIP_NAMES, type ChipName, chipOf } from '../../arch/index.js';
import { describeKnobValues, isKnobValue, makeUnknownNameError } from '../../harness/basics/index.js';
import { checkFixedKnobs } from '../../harness/selection/index.js';
import { canHaveFault, type ScenarioDemands, type Sequence } from '../../stimulus/index.js';
import {
  FAULTS,
  type FaultId,
  findFault,
  isKnobName,
  KNOBS,
  type KnobName,
  type KnobValues,
  UsageError,
} from '../../transactions/index.js';

/**
 * Throws a one-line `UsageError` for constraints that no scenario of the sequence can satisfy, or that would make
 * correct programs fail.
 */
export function checkDemands(sequence: Sequence, { chips, knobs = {}, faults = [] }: ScenarioDemands): void {
  const { name } = sequence;
  requireKnown('chip', chips ?? [], CHIP_NAMES);
  requireKnown('knob', Object.keys(knobs), Object.keys(KNOBS).filter(isKnobName));
  requireKnown(
    'fault',
    faults,
    FAULTS.map(({ id }) => id),
  );
  const unsupportedChips = chips?.filter((chip) => !sequence.chips.includes(chip)) ?? [];
  if (unsupportedChips.length > 0 || chips?.length === 0) {
    throw new UsageError(
      `Invalid chips for ${name}: ${unsupportedChips.join(', ') || 'none given'}; expected one or more of ${sequence.chips.join(', ')}`,
    );
  }
  const ineffectiveFaults = faults.filter((fault) => !canHaveFault(sequence, fault));
  if (ineffectiveFaults.length > 0)
    throw new UsageError(`These faults have no effect in ${name}: ${ineffectiveFaults.join(', ')}`);
  const chipWithoutFault = chips?.find((chip) => !faults.every((fault) => hasFault(chip, fault)));
  if (chipWithoutFault !== undefined) {
    throw new UsageError(
      `Faults not available on ${chipWithoutFault}: ${faults.filter((fault) => !hasFault(chipWithoutFault, fault)).join(', ')}; use a ${chipOf(chipWithoutFault).gfx} fault`,
    );
  }
  checkKnobValues(knobs);
  checkFixedKnobs(sequence, chips ?? sequence.chips, knobs);
}

function hasFault(chip: ChipName, fault: FaultId): boolean {
  return findFault(fault)!.generations.includes(chipOf(chip).gfx);
}

function checkKnobValues(knobs: Partial<KnobValues>): void {
  for (const [name, value] of Object.entries(knobs)) {
    const knob = KNOBS[name as KnobName];
    if (!isKnobValue(knob, value)) {
      throw new UsageError(
        `Invalid knob ${name} ${JSON.stringify(value)}: expected ${describeKnobValues(knob)}`,
      );
    }
  }
}

function requireKnown(kind: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw makeUnknownNameError(kind, unknown, known);
}
