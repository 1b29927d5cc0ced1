import { CHIP_NAMES, type ChipName, chipOf } from '../../arch/index.js';
import { RandomStream } from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'newer_chips';

/** The chips that were added after the other sequences, so those sequences never pick them, whatever the seed. */
const NEWER_CHIPS = CHIP_NAMES.filter((name) => chipOf(name).onRequest === true);

/**
 * Creates a sequence that runs the others on chips that their seeds never pick. Returns an empty list if no sequence
 * supports such a chip. Scenarios keep the name of their original sequence.
 */
export function createNewerChipSequences(others: readonly Sequence[]): readonly Sequence[] {
  const bases = others.filter((base) => base.chips.some((chip) => NEWER_CHIPS.includes(chip)));
  if (bases.length === 0) return [];
  return [
    {
      name: NAME,
      text: 'tests from the other sequences, run on chips added later',
      chips: NEWER_CHIPS,
      claims: [WAVES_OVERLAP],
      faults: [],
      generate: (request) => generate(bases, request),
    },
  ];
}

function generate(bases: readonly Sequence[], request: GenerateRequest) {
  const chipNames = request.chips ?? NEWER_CHIPS;
  const getAllowedChips = ({ chips }: Sequence): readonly ChipName[] =>
    chips.filter((chip) => chipNames.includes(chip));
  const candidates = bases.filter((base) => getAllowedChips(base).length > 0);
  const stream = new RandomStream(deriveSubSeed(request.seed, NAME));
  const base = candidates[stream.below(candidates.length)]!;
  return base.generate({ ...request, chips: getAllowedChips(base) });
}
