import { CHIP_NAMES } from '../arch/index.js';
import { checkFixedKnobs, unknownName } from '../regression/index.js';
import type { ScenarioDemands, Sequence } from '../stimulus/index.js';
import { FAULTS, isKnobName, KNOBS, UsageError } from '../transactions/index.js';

/** Throws `UsageError`, one line, for demands that no scenario of a sequence meets, or under which correct programs fail. */
export function checkDemands(sequence: Sequence, { chips, knobs = {}, faults = [] }: ScenarioDemands): void {
  const { name } = sequence;
  checkNames('chip', chips ?? [], CHIP_NAMES);
  checkNames('knob', Object.keys(knobs), Object.keys(KNOBS).filter(isKnobName));
  checkNames(
    'fault',
    faults,
    FAULTS.map(({ id }) => id),
  );
  const without = chips?.filter((chip) => !sequence.chips.includes(chip)) ?? [];
  if (without.length > 0 || chips?.length === 0) {
    throw new UsageError(
      `Impossible chips of ${name}: ${without.join(', ') || 'none'}; expected some of ${sequence.chips.join(', ')}`,
    );
  }
  const idle = faults.filter((fault) => !sequence.faults.includes(fault));
  if (idle.length > 0)
    throw new UsageError(`Fault ${idle.join(', ')} cannot act in ${name}: choose another sequence`);
  checkFixedKnobs(sequence, chips ?? sequence.chips, knobs);
}

function checkNames(what: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownName(what, unknown, known);
}
