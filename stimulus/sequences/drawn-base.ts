import type { ChipName } from '../../arch/index.js';
import { RandomStream, type Scenario } from '../../transactions/index.js';
import { chipsToDraw } from '../drawn-chips.js';
import { pick } from '../pick.js';
import { deriveSideSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

/** The base sequences that a sequence picks from, with its name and chips. */
export interface BaseChoice {
  /** The sequence's own name, also used for the stream that picks each test's base sequence. */
  readonly name: string;
  readonly bases: readonly Sequence[];
  readonly chips: readonly ChipName[];
}

/** Generates a scenario of one of the base sequences, on one of the chips, under the name `name`. */
export function pickBase({ name, bases, chips }: BaseChoice, request: GenerateRequest): Scenario {
  const chipNames = chipsToDraw(request, chips);
  const listChips = (base: Sequence): readonly ChipName[] =>
    base.chips.filter((chip) => chipNames.includes(chip));
  const fitting = bases.filter((base) => listChips(base).length > 0);
  const base = pick(new RandomStream(deriveSideSeed(request.seed, name)), fitting);
  return { ...base.generate({ ...request, chips: listChips(base) }), name };
}
