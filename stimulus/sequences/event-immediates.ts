import { CHIP_NAMES, chipOf, decodeOnce, factsOf } from '../../arch/index.js';
import type { Program, Scenario } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { sideSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { CORPUS_SEQUENCES } from './corpus-rows.js';
import { pickBase } from './drawn-base.js';
import { evenPrograms } from './even-programs.js';

const NAME = 'event_immediates';

const CHIPS = CHIP_NAMES.filter((name) => factsOf(chipOf(name).gfx).eventWait !== undefined);

/** Number of values of a scalar instruction's immediate. */
const IMMEDIATES = 0x10000;

/**
 * Other sequences' tests with random immediates in their event waits. Only one bit matters (S-055), which differs between GFX11
 * and GFX12, so each generation sees the other's bit both set and clear.
 */
export const eventImmediates: Sequence<typeof NAME> = {
  name: NAME,
  text: 'other shaders, with arbitrary values of the unused bits in their event waits',
  chips: CHIPS,
  claims: [WAVES_OVERLAP],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const bases = [...CORPUS_SEQUENCES, evenPrograms];
  const scenario = pickBase({ name: NAME, bases, chips: request.chips ?? CHIPS }, request);
  const stream = new RandomStream(sideSeed(request.seed, 'immediates'));
  return {
    ...scenario,
    programs: scenario.programs.map((program) => withRandomImmediates(program, scenario, stream)),
  };
}

function withRandomImmediates(program: Program, { chip, wave }: Scenario, stream: RandomStream): Program {
  const { gfx } = chipOf(chip);
  const { bit } = factsOf(gfx).eventWait!;
  const words = [...program.words];
  for (const { kind, pc } of decodeOnce(words, gfx, wave, program.epilog).instructions) {
    const at = pc >> 2;
    if (kind !== 'wait-event' || at >= words.length) continue;
    words[at] = (words[at]! ^ (stream.below(IMMEDIATES) & ~bit)) >>> 0;
  }
  return { ...program, words };
}
