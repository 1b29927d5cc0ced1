import type { Chip, ChipName, WaveSize } from '../../arch/index.js';
import { chipOf, factsOf } from '../../arch/index.js';
import type { Freedoms, Interlock, Program, ProgramFeature, Scenario } from '../../transactions/index.js';
import { FAULTS, type RandomStream } from '../../transactions/index.js';
import type { Claim } from '../claims.js';
import { assembleWords } from '../dialect/index.js';
import { applyRegisterFaults } from '../driver/faults.js';
import { USER_SGPRS } from '../driver/one-buffer-arguments.js';
import { pickOptions } from '../driver/options.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import { packRegisters } from '../driver/register-fields.js';
import { getProgramArguments } from '../golden/program.js';
import { createGoldenRegisters } from '../golden/registers.js';
import { GOLDEN_MODE, type GoldenScene } from '../golden/scene.js';
import { pick } from '../pick.js';
import { buildScenario, pickMachineAndKnobs } from '../pick-machine.js';
import { applyProgramFaults, canFaultTakeEffect, faultNeedsFeature } from '../programs/faults.js';
import type { Triangle } from '../scenes/geometry.js';
import { createNumberedDraws } from '../scenes/numbered-draws.js';
import { pickScene, type Scene } from '../scenes/scene.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { emitIntrawaveProgram, type FoldUnit, type LayerMask, PIXEL_SHIFTS } from './program-text.js';

/** The name of the ordered buffer. */
const BUFFER = 'folds';
/** An arbitrary mapped address. */
const BUFFER_ADDRESS = 2 ** 32;

/** Upper bound on fragments times samples in a scene. Kept small because shared edges produce many layers (S-073). */
const MAX_FRAGMENTS = 6000;

/** The sample counts of a test's draws. Sample interlocks only matter with more than one sample. */
const SAMPLE_COUNTS = { pixels: [1, 4, 8], samples: [2, 4, 8] } as const satisfies Record<
  FoldUnit,
  readonly GoldenScene['samples'][]
>;

const INTERLOCKS = { pixels: 'pixel-ordered', samples: 'sample-ordered' } as const satisfies Record<
  FoldUnit,
  Interlock
>;

/** The golden modes that supply the program's registers. */
const MODES = { pixels: GOLDEN_MODE.PIXEL_LIST, samples: GOLDEN_MODE.SAMPLE_FOLD } as const;

/** How many times a test may halve its scene. */
const HALVINGS = [0, 2, 3] as const;

/** The value of RSRC1.SGPRS on GFX9, for s0 to s23. */
const SGPRS_FIELD = 2;

/** The definition of an intrawave sequence. */
export interface IntrawaveSequence<Name extends string = string> {
  readonly name: Name;
  readonly text: string;
  readonly chips: readonly ChipName[];
  /** Claims about the sequence's tests. */
  readonly claims: readonly Claim[];
  readonly features: readonly ProgramFeature[];
  /** How the program separates its layers. */
  readonly mask: LayerMask;
  /** Whether the interlock orders pixels (the default) or samples. */
  readonly foldUnit?: FoldUnit;
  /** A single-sample scene to use instead of random ones, and knobs that override the random ones. */
  readonly directed?: { readonly scene: Scene; readonly knobs: Partial<Freedoms> };
}

/**
 * Creates a sequence of random scenes, or one directed scene, whose program learns from the hardware which quads of a
 * wave overlap earlier ones, and runs one layer at a time (S-058, S-059).
 */
export function createIntrawaveSequence<Name extends string>(spec: IntrawaveSequence<Name>): Sequence<Name> {
  const { name, text, chips, features, claims } = spec;
  const generations = new Set(chips.map((chip) => chipOf(chip).gfx));
  const faults = FAULTS.filter(
    ({ id, where: location, generations: faultGenerations }) =>
      (location !== 'program' || faultNeedsFeature(id)) &&
      faultGenerations.some((gfx) => generations.has(gfx)) &&
      canFaultTakeEffect(id, features),
  ).map(({ id }) => id);
  return { name, text, chips, faults, claims, generate: (request) => generate(spec, request) };
}

function generate(spec: IntrawaveSequence, request: GenerateRequest): Scenario {
  const { name, chips, directed, foldUnit = 'pixels' } = spec;
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, chips, directed?.knobs);
  const samples = directed === undefined ? pick<GoldenScene['samples']>(stream, SAMPLE_COUNTS[foldUnit]) : 1;
  const scene = directed?.scene ?? pickRandomScene(stream, samples);
  const bytesPerPixel = 1 << PIXEL_SHIFTS[foldUnit];
  const bytesPerRow = scene.width * bytesPerPixel;
  const bytes = scene.height * bytesPerRow;
  const program = createIntrawaveProgram(name, chip, wave, spec.mask, foldUnit);
  const words = applyProgramFaults(program.words, chip.gfx, wave, request.faults);
  const registers = createIntrawaveRegisters(chip, wave, samples, scene, bytes, foldUnit);
  const baseRegisters = scene.draws.map(() => registers);
  // Random options could split waves that a directed scene needs whole.
  const options =
    directed === undefined ? pickOptions(request.seed, chip.gfx, wave, baseRegisters) : baseRegisters;
  return buildScenario({ chip, wave }, request, name, {
    freedoms,
    programs: [{ ...program, words }],
    draws: applyRegisterFaults(
      chip.gfx,
      createNumberedDraws(scene, samples, options, INTERLOCKS[foldUnit]),
      request.faults,
    ),
    memory: [{ name: BUFFER, address: BUFFER_ADDRESS, bytes, initial: [], compare: { kind: 'bytes' } }],
    ordered: [{ object: BUFFER, layout: { kind: 'pixel-rows', bytesPerPixel, bytesPerRow } }],
  });
}

function pickRandomScene(stream: RandomStream, samples: number): Scene {
  return shrinkScene(pickScene(stream, { fragments: MAX_FRAGMENTS / samples }), pick(stream, HALVINGS));
}

/** Creates the program with its arguments. */
export function createIntrawaveProgram(
  name: string,
  { gfx }: Chip,
  wave: WaveSize,
  mask: LayerMask = 'masked-quads',
  foldUnit: FoldUnit = 'pixels',
): Program {
  return {
    name,
    words: assembleWords(emitIntrawaveProgram(gfx, wave, mask, foldUnit), gfx),
    arguments: [
      ...getProgramArguments(gfx),
      { name: 'pops_intrawave_collision', file: 's', register: USER_SGPRS + 2, size: 1 },
    ],
    inputs: [{ attribute: 0, name: 'vPrim', flat: true }],
  };
}

/** Returns the registers for drawing the given area with the program and `bytes` bytes of ordered memory. */
export function createIntrawaveRegisters(
  chip: Chip,
  wave: WaveSize,
  samples: GoldenScene['samples'],
  { width, height }: Pick<Scene, 'width' | 'height'>,
  bytes: number,
  foldUnit: FoldUnit = 'pixels',
): Record<string, number> {
  const descriptor = rawBufferDescriptor(chip.gfx, BUFFER_ADDRESS, bytes);
  const scene = { width, height, samples, mode: MODES[foldUnit], draws: [] };
  const fields = {
    'SPI_SHADER_PGM_RSRC1_PS.SGPRS': factsOf(chip.gfx).sharesScalars ? SGPRS_FIELD : 0,
    'SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION': 1,
    'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION': 1,
  };
  return packRegisters(chip.gfx, fields, createGoldenRegisters(chip, wave, scene, [...descriptor, width]));
}

/** Divides all coordinates of the scene by 2^`shift`, so several primitives overlap within one wave. */
function shrinkScene(scene: Scene, shift: number): Scene {
  const shrinkTriangle = ([x0, y0, x1, y1, x2, y2]: Triangle): Triangle => [
    x0 >> shift,
    y0 >> shift,
    x1 >> shift,
    y1 >> shift,
    x2 >> shift,
    y2 >> shift,
  ];
  return { ...scene, draws: scene.draws.map((triangles) => triangles.map(shrinkTriangle)) };
}
