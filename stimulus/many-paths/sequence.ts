import type { Chip, ChipName, WaveSize } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';
import type { Program, Scenario } from '../../transactions/index.js';
import { assembleWords } from '../dialect/index.js';
import { applyRegisterFaults } from '../driver/faults.js';
import { pickOptions } from '../driver/options.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import { packRegisters } from '../driver/register-fields.js';
import { createSequence, type SequenceDefinition } from '../generated-sequence.js';
import { getProgramArguments } from '../golden/program.js';
import { createGoldenRegisters } from '../golden/registers.js';
import { GOLDEN_MODE } from '../golden/scene.js';
import { buildScenario, pickMachineAndKnobs } from '../pick-machine.js';
import { applyProgramFaults, canFaultTakeEffect, faultNeedsFeature } from '../programs/faults.js';
import { createNumberedDraws } from '../scenes/numbered-draws.js';
import { pickScene, type Scene } from '../scenes/scene.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { ADDRESS_HIGH, emitManyPathsProgram, SECOND_BUFFER_OFFSET, VGPRS } from './program-text.js';

/** The name of the buffer that the section folds into. */
const FOLDS = 'folds';
/** The name of the buffer that records each pixel's last primitive. */
const LAST = 'last';
const ADDRESS = ADDRESS_HIGH * 2 ** 32;

/** The maximum number of fragments per scene. */
const MAX_FRAGMENTS = 8192;

/** The value of RSRC1.SGPRS on GFX9, for s0 to s23. */
const SGPRS_FIELD = 2;

/** The program features that program faults can rely on. */
const FEATURES = ['many-paths'] as const;

/**
 * Creates a sequence of random scenes. The program's section splits into two divergent halves, uses every kind of
 * read, and also writes to a second buffer.
 */
export function createManyPathsSequence<Name extends string>(spec: SequenceDefinition<Name>): Sequence<Name> {
  return createSequence(
    spec,
    ({ id, where }) => (where !== 'program' || faultNeedsFeature(id)) && canFaultTakeEffect(id, FEATURES),
    generate,
  );
}

function generate(name: string, chips: readonly ChipName[], request: GenerateRequest): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, chips);
  const scene = pickScene(stream, { fragments: MAX_FRAGMENTS });
  const bytesPerRow = scene.width * 4;
  const bytes = scene.height * bytesPerRow;
  const registers = createRegisters(chip, wave, scene, SECOND_BUFFER_OFFSET + bytes);
  const options = pickOptions(
    request.seed,
    chip.gfx,
    wave,
    scene.draws.map(() => registers),
  );
  const buffer = { bytes, initial: [], compare: { kind: 'bytes' } } as const;
  return buildScenario({ chip, wave }, request, name, {
    freedoms,
    programs: [createProgram(name, chip, wave, request)],
    draws: applyRegisterFaults(chip.gfx, createNumberedDraws(scene, 1, options), request.faults),
    memory: [
      { name: FOLDS, address: ADDRESS, ...buffer },
      { name: LAST, address: ADDRESS + SECOND_BUFFER_OFFSET, ...buffer },
    ],
    ordered: [{ object: FOLDS, layout: { kind: 'pixel-rows', bytesPerPixel: 4, bytesPerRow } }],
  });
}

function createProgram(name: string, { gfx }: Chip, wave: WaveSize, { faults }: GenerateRequest): Program {
  const words = assembleWords(emitManyPathsProgram(gfx, wave), gfx);
  return {
    name,
    words: applyProgramFaults(words, gfx, wave, faults),
    arguments: getProgramArguments(gfx),
    inputs: [{ attribute: 0, name: 'vPrim', flat: true }],
  };
}

function createRegisters(
  chip: Chip,
  wave: WaveSize,
  { width, height }: Scene,
  bytes: number,
): Record<string, number> {
  const descriptor = rawBufferDescriptor(chip.gfx, ADDRESS, bytes);
  const scene = { width, height, samples: 1 as const, mode: GOLDEN_MODE.PIXEL_LIST, draws: [] };
  const granule = wave === 32 ? 8 : 4;
  const fields = {
    'SPI_SHADER_PGM_RSRC1_PS.SGPRS': factsOf(chip.gfx).sharesScalars ? SGPRS_FIELD : 0,
    'SPI_SHADER_PGM_RSRC1_PS.VGPRS': VGPRS / granule - 1,
  };
  return packRegisters(chip.gfx, fields, createGoldenRegisters(chip, wave, scene, [...descriptor, width]));
}
