import type { ColourFormat } from '../../arch/index.js';
import type {
  Draw,
  Program,
  ProgramInput,
  RandomStream,
  SectionPlacement,
  SectionState,
} from '../../transactions/index.js';
import { type ColourExports, getChannelMask, getTargetMask } from '../driver/attachments.js';
import type { FieldValues, ShaderIntent } from '../driver/draw-intent.js';
import { EXPORT_FORMAT, FOLDING_SHADER } from '../driver/draw-intent.js';
import { getDrawRegisters, packRegisters } from '../driver/draw-registers.js';
import { packInterpolated, toFloatBits } from '../driver/words.js';
import type { NumberedDraw, ScenarioMemory } from '../kit/draws.js';
import { createNumberedDraws, pixelBuffer, plainBuffer, rawBufferDescriptor } from '../kit/draws.js';
import { getOneBufferArguments, PRIMITIVE_INPUT, USER_SGPRS } from '../kit/programs.js';
import type { TestArea } from '../kit/test.js';
import type { PrimitiveKind } from '../scenes/geometry.js';
import { PRIMITIVE_TYPE } from '../scenes/scene.js';
import { assembleSections } from './assemble.js';
import { TARGET_COLOURS } from './outputs.js';
import { PIXEL_SHIFT, ROW_SHIFT } from './section-text.js';
import { STIPPLE_EDGE } from './stipple.js';

/** The ordered buffer, at an arbitrary mapped address. */
const BUFFER = { name: 'folds', address: 2 ** 32 };
/** The stipple pattern, at an arbitrary mapped address. */
const STIPPLE = { name: 'stipple', address: 2 ** 33, bytes: 4 * STIPPLE_EDGE ** 2 };

/** The maximum width of a scene. In wider scenes, the program's rows would overlap. */
export const MAX_WIDTH = 1 << (ROW_SHIFT - PIXEL_SHIFT);

/** The colours of a primitive: four components at three vertices, for each of the four colour attributes. */
export type PrimitiveColours = readonly (readonly (readonly number[])[])[];

/** Picks a colour value from -1 to 2, a multiple of 1/64, so that exactly 0.5 can occur. */
export function pickColourValue(stream: RandomStream): number {
  return (stream.below(193) - 64) / 64;
}

/** The colour attributes of programs with a prolog: two for the front and two for the back. */
export const COLOUR_INPUTS: readonly ProgramInput[] = [
  'frontColor0',
  'frontColor1',
  'backColor0',
  'backColor1',
].map((name, i) => ({ attribute: 1 + i, name, flat: false }));

/** The vector inputs of programs made of parts, and of generated ones, which may have parts. */
export const SECTION_INPUTS = ['persp_center', 'front_face', 'sample_coverage', 'pos_fixed_pt'] as const;

/** The properties that all draws share: the device, the area, and the placement of the ordered section. */
export interface SectionScene extends TestArea {
  readonly placement: SectionPlacement;
  /** The texels of the stipple pattern, row by row. */
  readonly stipple: readonly number[];
}

/** A draw's state, contents and extra register fields. */
export interface SectionDraw extends Pick<NumberedDraw, 'primitives' | 'scene'> {
  readonly state: SectionState;
  readonly samples: Draw['samples'];
  readonly alphaReference: number;
  readonly kind: PrimitiveKind;
  readonly colours: readonly PrimitiveColours[];
  readonly fields: FieldValues;
}

/** Creates one program per draw. */
export function createSectionPrograms(
  { chip, wave, placement }: SectionScene,
  draws: readonly SectionDraw[],
): Program[] {
  const { gfx } = chip;
  const stippleDescriptor = rawBufferDescriptor(gfx, STIPPLE.address, STIPPLE.bytes);
  return draws.map(({ state, samples }) => ({
    name: `sections_${placement}`,
    ...assembleSections({ gfx, wave, samples, placement, state, stippleDescriptor }),
    arguments: getOneBufferArguments(gfx, 'alpha_reference', SECTION_INPUTS),
    inputs: [PRIMITIVE_INPUT, ...COLOUR_INPUTS],
  }));
}

/** Creates the memory of the programs: the buffer that they fold into, and the stipple pattern. */
export function createSectionMemory({ height, stipple }: SectionScene): ScenarioMemory {
  const layout = { height, bytesPerPixel: 1 << PIXEL_SHIFT, bytesPerRow: 1 << ROW_SHIFT };
  const { memory, ordered } = pixelBuffer(BUFFER, layout);
  const pattern = plainBuffer(STIPPLE, STIPPLE.bytes, { initial: stipple.map(toFloatBits) });
  return { memory: [...memory, pattern], ordered };
}

/**
 * Creates the draws in order, each with its own program, on colour buffers of the given formats. Primitives are
 * numbered from 1 across all draws.
 */
export function createSectionDraws(
  scene: SectionScene,
  draws: readonly SectionDraw[],
  attachments: readonly ColourFormat[],
): Draw[] {
  return createNumberedDraws(
    scene,
    draws.map((draw, program) => ({
      program,
      scene: draw.scene,
      samples: draw.samples,
      primitives: draw.primitives,
      registers: createRegisters(scene, draw, attachments),
      attributes: 1 + COLOUR_INPUTS.length,
      parameters: (_, i) => draw.colours[i].flatMap(packInterpolated),
    })),
  );
}

/** Returns the colours that the program for a state exports. */
export function getStateColourExports({ outputs, conversion }: SectionState): ColourExports {
  return { colours: TARGET_COLOURS[outputs].length, conversion };
}

function createRegisters(
  { chip, wave, height }: SectionScene,
  draw: SectionDraw,
  attachments: readonly ColourFormat[],
): Record<string, number> {
  const { samples, kind, fields, alphaReference, state } = draw;
  const descriptor = rawBufferDescriptor(chip.gfx, BUFFER.address, height << ROW_SHIFT);
  const intent = { wave, samples, perSample: false, shader: describeShader(state) };
  const registers = getDrawRegisters(chip, intent, [...descriptor, toFloatBits(alphaReference)]);
  const values = { ...fields, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE': PRIMITIVE_TYPE[kind] };
  return {
    ...packRegisters(chip.gfx, values, registers),
    CB_SHADER_MASK: getChannelMask(getStateColourExports(state).colours),
    CB_TARGET_MASK: getTargetMask(attachments, getStateColourExports(state)),
  };
}

function describeShader(state: SectionState): ShaderIntent {
  const { outputs, conversion, mainDiscard, alphaTest, stipple, alphaToCoverage } = state;
  return {
    ...FOLDING_SHADER,
    vgprs: 24,
    sgprs: 24,
    userSgprs: USER_SGPRS,
    inputs: SECTION_INPUTS,
    attributes: ['flat', 'smooth', 'smooth', 'smooth', 'smooth'],
    colours: TARGET_COLOURS[outputs].map(() => EXPORT_FORMAT[conversion]),
    kills: mainDiscard !== 'none' || alphaTest !== 'always' || stipple !== 'off',
    alphaToCoverage,
    exportsAlpha: alphaToCoverage,
  };
}
