import type { ChipName } from '../../arch/index.js';
import { findImpossibleKnobs, type KnobChoices, type Sequence } from '../../stimulus/index.js';
import { type KnobValues, type Scenario, UsageError } from '../../transactions/index.js';

/** Throws `UsageError` if knobs set by the caller or the sequence would make correct programs fail on any chip. */
export function checkFixedKnobs(
  { name, knobs: sequenceKnobs }: Pick<Sequence, 'name' | 'knobs'>,
  chips: readonly ChipName[],
  knobs: Partial<KnobValues>,
): void {
  rejectImpossibleKnobs(name, chips, { ...sequenceKnobs, ...knobs });
}

/** Throws `UsageError` if knobs newly set on a stored scenario would make correct programs fail. */
export function checkKnobOverrides({ name, chip, freedoms }: Scenario, knobs: Partial<KnobValues>): void {
  const { idWrap, idWindow, sleepEndless, wakeRemembered } = { ...freedoms, ...knobs };
  const ids = 'idWrap' in knobs || 'idWindow' in knobs ? { idWrap, idWindow } : {};
  const sleep = 'sleepEndless' in knobs || 'wakeRemembered' in knobs ? { sleepEndless, wakeRemembered } : {};
  rejectImpossibleKnobs(name, [chip], { ...knobs, ...ids, ...sleep });
}

function rejectImpossibleKnobs(test: string, chips: readonly ChipName[], knobs: KnobChoices): void {
  for (const chip of chips) {
    const problem = findImpossibleKnobs(chip, knobs);
    if (problem !== undefined) throw new UsageError(`Invalid knobs for test ${test}: ${problem}`);
  }
}
