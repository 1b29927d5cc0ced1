import { CHIP_NAMES, type ChipName, chipOf } from '../../arch/index.js';
import { RandomStream } from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'newer_chips';

/** The chips that were added after the other sequences, whose seeds therefore never pick them. */
const NEWER = CHIP_NAMES.filter((name) => chipOf(name).onRequest === true);

/**
 * Runs the other sequences on chips that their seeds never pick. Empty if there are no such chips. Scenarios keep
 * the name of their original sequence.
 */
export function createNewerChipSequences(others: readonly Sequence[]): readonly Sequence[] {
  const bases = others.filter((base) => base.chips.some((chip) => NEWER.includes(chip)));
  if (bases.length === 0) return [];
  return [
    {
      name: NAME,
      text: 'any other test, on chips added after it',
      chips: NEWER,
      claims: [WAVES_OVERLAP],
      faults: [],
      generate: (request) => generate(bases, request),
    },
  ];
}

function generate(bases: readonly Sequence[], request: GenerateRequest) {
  const chipNames = request.chips ?? NEWER;
  const listChips = ({ chips }: Sequence): readonly ChipName[] =>
    chips.filter((chip) => chipNames.includes(chip));
  const candidates = bases.filter((base) => listChips(base).length > 0);
  const stream = new RandomStream(deriveSubSeed(request.seed, NAME));
  const base = candidates[stream.below(candidates.length)]!;
  return base.generate({ ...request, chips: listChips(base) });
}
