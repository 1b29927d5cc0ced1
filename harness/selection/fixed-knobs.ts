import type { ChipName } from '../../arch/index.js';
import { impossibleKnobs, type KnobChoices, type Sequence } from '../../stimulus/index.js';
import { type Freedoms, type Scenario, UsageError } from '../../transactions/index.js';

/**
 * Throws `UsageError` if knobs fixed by the caller or the sequence make correct programs fail on one of the chips.
 */
export function checkFixedKnobs(
  { name, knobs: sequenceKnobs }: Pick<Sequence, 'name' | 'knobs'>,
  chips: readonly ChipName[],
  knobs: Partial<Freedoms>,
): void {
  rejectImpossible(name, chips, { ...sequenceKnobs, ...knobs });
}

/** Throws `UsageError` if replacing knobs of a stored scenario makes correct programs fail. */
export function checkReplacedKnobs({ name, chip, freedoms }: Scenario, knobs: Partial<Freedoms>): void {
  const { idWrap, idWindow, sleepEndless, wakeRemembered } = { ...freedoms, ...knobs };
  const ids = 'idWrap' in knobs || 'idWindow' in knobs ? { idWrap, idWindow } : {};
  const sleep = 'sleepEndless' in knobs || 'wakeRemembered' in knobs ? { sleepEndless, wakeRemembered } : {};
  rejectImpossible(name, [chip], { ...knobs, ...ids, ...sleep });
}

function rejectImpossible(test: string, chips: readonly ChipName[], knobs: KnobChoices): void {
  for (const chip of chips) {
    const problem = impossibleKnobs(chip, knobs);
    if (problem !== undefined) throw new UsageError(`Invalid knobs of test ${test}: ${problem}`);
  }
}
