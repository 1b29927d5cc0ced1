import type { ChipName } from '../../arch/index.js';
import { RandomStream, type Scenario } from '../../transactions/index.js';
import { getCandidateChips } from '../drawn-chips.js';
import { pick } from '../pick.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

/** The base sequences that a sequence picks from, with its name and chips. */
export interface BaseChoice {
  /** The sequence's own name, also used for the stream that picks each test's base sequence. */
  readonly name: string;
  readonly bases: readonly Sequence[];
  readonly chips: readonly ChipName[];
}

/** Generates a scenario of one of the base sequences on one of the chips, under `name`. */
export function pickBase({ name, bases, chips }: BaseChoice, request: GenerateRequest): Scenario {
  const chipNames = getCandidateChips(request, chips);
  const listChips = (base: Sequence): readonly ChipName[] =>
    base.chips.filter((chip) => chipNames.includes(chip));
  const candidates = bases.filter((base) => listChips(base).length > 0);
  const base = pick(new RandomStream(deriveSubSeed(request.seed, name)), candidates);
  return { ...base.generate({ ...request, chips: listChips(base) }), name };
}
