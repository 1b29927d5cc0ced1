import { chipOf, decodeCached, factsOf, getMaxWaveRows } from '../../arch/index.js';
import type { Program, RandomStream, Scenario } from '../../transactions/index.js';
import { withFields } from '../driver/draw-registers.js';
import { withScratchMemory } from '../driver/scratch.js';
import { deriveStream } from '../kit/chance.js';
import { chipsWith, derivedSequence } from '../kit/test.js';
import { LAYERS, WAVES_OVERLAP } from '../sequence.js';
import { CORPUS_SEQUENCES } from './corpus-rows.js';
import { busyExit } from './corpus-variants.js';
import { evenPrograms } from './generated.js';
import { intrawaveLanes, intrawaveLayers, intrawaveSamples, stackedQuads } from './intrawave.js';
import { slowOwner } from './slow-owner.js';

/** The RSRC1.VGPRS value for 256 registers, by wave size. */
const ALL_VGPRS = { 32: 31, 64: 63 } as const;

/** Runs waves that fill a register file to the last row, so that allocations barely fit (P-036, P-065, P-066). */
export const fullFiles = derivedSequence({
  name: 'full_files',
  text: 'other tests, with all 256 vector registers per wave and register files just large enough for one or two waves',
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  bases: [slowOwner, stackedQuads, busyExit],
  change: (scenario, { knobs }) => {
    const registerRows = getMaxWaveRows(chipOf(scenario.chip));
    return withFields({ ...scenario, freedoms: { ...scenario.freedoms, registerRows, ...knobs } }, () => ({
      'SPI_SHADER_PGM_RSRC1_PS.VGPRS': ALL_VGPRS[scenario.wave],
    }));
  },
});

/** The number of values that a scalar instruction's immediate can have. */
const IMMEDIATES = 0x10000;

/**
 * Runs the tests of other sequences with random immediates in their event waits. Only one bit matters (S-055), and it
 * differs between GFX11 and GFX12, so each generation is tested with the other's bit both set and clear.
 */
export const eventImmediates = derivedSequence({
  name: 'event_immediates',
  text: 'other shaders, with arbitrary values in the unused bits of their event waits',
  chips: chipsWith(({ eventWait }) => eventWait !== undefined),
  claims: [WAVES_OVERLAP],
  bases: [...CORPUS_SEQUENCES, evenPrograms],
  change: (scenario, { seed }) => {
    const stream = deriveStream(seed, 'immediates');
    return {
      ...scenario,
      programs: scenario.programs.map((program) => withRandomImmediates(program, scenario, stream)),
    };
  },
});

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

const SCRATCH_RING = { address: 2 * 2 ** 32, bytesPerWave: 1024 };

/**
 * Runs waves that receive every scalar argument the hardware can load. The scratch offset follows the intrawave
 * argument (pops.md 5.3).
 */
export const intrawavePrivate = derivedSequence({
  name: 'intrawave_private',
  text: 'multi-layer waves that use private memory and therefore receive every scalar argument',
  // These chips pass waves both the intrawave argument and the scratch offset in SGPRs.
  chips: chipsWith((facts) => facts.hasIntrawaveCollisions && !facts.hardwareScratchBase),
  claims: [WAVES_OVERLAP, LAYERS],
  bases: [intrawaveLanes, intrawaveLayers, intrawaveSamples],
  change: (scenario) => withScratchMemory(scenario, SCRATCH_RING),
});
