import type { ChipName } from '../../arch/index.js';
import { RandomStream, type Scenario } from '../../transactions/index.js';
import { pick } from '../pick.js';
import { deriveSubSeed } from '../schedule-seed.js';
import { getCandidateChips } from '../seed-chips.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

/** How to pick the base sequence of a test. */
export interface BaseChoice {
  /** The name of the scenario, also used for the stream that picks each test's base sequence. */
  readonly name: string;
  readonly bases: readonly Sequence[];
  readonly chips: readonly ChipName[];
}

/** Generates a scenario from one of the base sequences, on one of the chips, and renames it to `name`. */
export function pickBase({ name, bases, chips }: BaseChoice, request: GenerateRequest): Scenario {
  const chipNames = getCandidateChips(request, chips);
  const listChips = (base: Sequence): readonly ChipName[] =>
    base.chips.filter((chip) => chipNames.includes(chip));
  const candidates = bases.filter((base) => listChips(base).length > 0);
  const base = pick(new RandomStream(deriveSubSeed(request.seed, name)), candidates);
  return { ...base.generate({ ...request, chips: listChips(base) }), name };
}
