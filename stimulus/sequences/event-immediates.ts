import { CHIP_NAMES, chipOf, decodeCached, factsOf } from '../../arch/index.js';
import type { Program, Scenario } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { CORPUS_SEQUENCES } from './corpus-rows.js';
import { evenPrograms } from './even-programs.js';
import { pickBase } from './pick-base.js';

const NAME = 'event_immediates';

const CHIPS = CHIP_NAMES.filter((name) => factsOf(chipOf(name).gfx).eventWait !== undefined);

/** The number of values that a scalar instruction's immediate can have. */
const IMMEDIATES = 0x10000;

/**
 * Runs the tests of other sequences with random immediates in their event waits. Only one bit matters (S-055), and it
 * differs between GFX11 and GFX12, so each generation is tested with the other's bit both set and clear.
 */
export const eventImmediates: Sequence<typeof NAME> = {
  name: NAME,
  text: 'other shaders, with arbitrary values in the unused bits of their event waits',
  chips: CHIPS,
  claims: [WAVES_OVERLAP],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const bases = [...CORPUS_SEQUENCES, evenPrograms];
  const scenario = pickBase({ name: NAME, bases, chips: request.chips ?? CHIPS }, request);
  const stream = new RandomStream(deriveSubSeed(request.seed, 'immediates'));
  return {
    ...scenario,
    programs: scenario.programs.map((program) => withRandomImmediates(program, scenario, stream)),
  };
}

function withRandomImmediates(program: Program, { chip, wave }: Scenario, stream: RandomStream): Program {
  const { gfx } = chipOf(chip);
  const { bit } = factsOf(gfx).eventWait!;
  const words = [...program.words];
  for (const { kind, pc } of decodeCached(words, gfx, wave, program.epilog).instructions) {
    const position = pc >> 2;
    if (kind !== 'wait-event' || position >= words.length) continue;
    words[position] = (words[position]! ^ (stream.below(IMMEDIATES) & ~bit)) >>> 0;
  }
  return { ...program, words };
}
