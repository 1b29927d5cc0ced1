import type { Chip, ChipName, Gfx, WaveSize } from '../../arch/index.js';
import { factsOf, PARAMETER_DWORDS } from '../../arch/index.js';
import type { Draw, Program, Scenario } from '../../transactions/index.js';
import { setting } from '../../transactions/index.js';
import type { Corpus, DescriptorRecord } from '../corpus.js';
import { assembleWords } from '../dialect/index.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import { parseWord } from '../driver/words.js';
import { createSequence, type SequenceDefinition } from '../generated-sequence.js';
import { getProgramArguments } from '../golden/program.js';
import { createGoldenRegisters } from '../golden/registers.js';
import { GOLDEN_MODE } from '../golden/scene.js';
import { buildScenario, pickMachineAndKnobs } from '../pick-machine.js';
import { applyProgramFaults, canFaultTakeEffect, faultNeedsFeature } from '../programs/faults.js';
import { MAX_FRAGMENTS, pickScene, type Scene } from '../scenes/scene.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { emitMixedReadsProgram, PIXEL_SHIFT, ROW_SHIFT } from './program-text.js';

/** The name of the corpus's image, whose memory the program also accesses as a buffer. */
const IMAGE_NAME = 'img';

/** The RSRC1.SGPRS value for 32 SGPRs. */
const SGPR_GRANULES_FIELD = 3;

/** The program features that faults can rely on. */
const FEATURES = ['stale-caches', 'mixed-reads', 'atomics-without-return', 'written-back'] as const;

/** Creates a sequence of random scenes with a program that reads a word through every hardware path. */
export function createMixedReadsSequence<Name extends string>(
  spec: SequenceDefinition<Name>,
): Sequence<Name> {
  return createSequence(
    spec,
    ({ id, where }) => (where === 'memory' || faultNeedsFeature(id)) && canFaultTakeEffect(id, FEATURES),
    generate,
  );
}

function generate(name: string, chips: readonly ChipName[], request: GenerateRequest): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, chips, {
    caches: setting('caches', 'stale'),
  });
  const image = findImage(request.corpus, chip.gfx);
  const address = Number.parseInt(image.address, 16);
  const scene = pickScene(stream, { fragments: MAX_FRAGMENTS });
  const bytes = scene.height << ROW_SHIFT;
  const program = createProgram(name, chip, wave, image);
  return buildScenario({ chip, wave }, request, name, {
    freedoms,
    programs: [{ ...program, words: applyProgramFaults(program.words, chip.gfx, wave, request.faults) }],
    draws: createDraws(scene, chip, wave, address, bytes),
    memory: [{ name: IMAGE_NAME, address, bytes, initial: [], compare: { kind: 'bytes' } }],
    ordered: [
      {
        object: IMAGE_NAME,
        layout: { kind: 'pixel-rows', bytesPerPixel: 1 << PIXEL_SHIFT, bytesPerRow: 1 << ROW_SHIFT },
        // This makes a release without a write-back an error.
        ...(factsOf(chip.gfx).coherentScope === undefined ? {} : { coherent: true as const }),
      },
    ],
  });
}

function findImage(corpus: Corpus, gfx: Gfx): DescriptorRecord {
  const image = corpus.descriptors(gfx).find(({ name }) => name === IMAGE_NAME);
  if (image === undefined) throw new Error(`the corpus has no ${IMAGE_NAME} for ${gfx}`);
  return image;
}

function createProgram(name: string, { gfx }: Chip, wave: WaveSize, image: DescriptorRecord): Program {
  return {
    name,
    words: assembleWords(emitMixedReadsProgram(gfx, wave, image.words.map(parseWord)), gfx),
    arguments: getProgramArguments(gfx),
    inputs: [{ attribute: 0, name: 'vPrim', flat: true }],
  };
}

/**
 * Allocates more SGPRs on GFX9, the only generation that reads RSRC1.SGPRS. The image descriptor takes more than golden
 * programs use.
 */
function allocateSgprs({ gfx }: Chip, registers: Readonly<Record<string, number>>): Record<string, number> {
  const rsrc1 = registers.SPI_SHADER_PGM_RSRC1_PS;
  return factsOf(gfx).sharesScalars
    ? { ...registers, SPI_SHADER_PGM_RSRC1_PS: rsrc1 | (SGPR_GRANULES_FIELD << 6) }
    : { ...registers };
}

function createDraws(
  { width, height, draws, names }: Scene,
  chip: Chip,
  wave: WaveSize,
  address: number,
  bytes: number,
): Draw[] {
  const goldenScene = { width, height, samples: 1 as const, mode: GOLDEN_MODE.PIXEL_LIST, draws: [] };
  const userData = [...rawBufferDescriptor(chip.gfx, address, bytes), width];
  const registers = allocateSgprs(chip, createGoldenRegisters(chip, wave, goldenScene, userData));
  let first = 1;
  return draws.map((triangles, index) => {
    const numbers = triangles.map((_, i) => first + i);
    first += triangles.length;
    return {
      program: 0,
      scene: names[index],
      interlock: 'pixel-ordered',
      width,
      height,
      samples: 1,
      registers,
      vertices: triangles.flat(),
      depths: numbers.map(() => 0),
      attributes: 1,
      parameters: numbers.flatMap((number) => [number, ...new Array<number>(PARAMETER_DWORDS - 1).fill(0)]),
    };
  });
}
