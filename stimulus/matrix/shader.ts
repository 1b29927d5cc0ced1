import type { Chip, Gfx, WaveSize } from '../../arch/index.js';
import { PARAMETER_DWORDS } from '../../arch/index.js';
import type { Draw, Interlock, Program, ProgramArgument } from '../../transactions/index.js';
import { assembleWords } from '../dialect/index.js';
import type { ShaderIntent } from '../driver/draw-intent.js';
import { getDrawRegisters } from '../driver/draw-registers.js';
import { FOLDING_SHADER } from '../driver/folding-shader.js';
import { getOneBufferArguments, USER_SGPRS } from '../driver/one-buffer-arguments.js';
import { type FieldValues, packRegisters } from '../driver/register-fields.js';
import type { Triangle } from '../scenes/geometry.js';

/** The number of VGPRs that every matrix program is compiled for. */
export const VGPRS = 24;
/** The number of SGPRs that every matrix program is compiled for. */
export const SGPRS = 40;

/**
 * The initial vector registers, followed by those that `emitPrimitiveAndOffset` fills: the byte offset of the pixel's
 * word, and the primitive's number. The scalar registers are s5 (primitive mask) and s6 (collision argument, absent on
 * GFX11 and later). Section entries use s[7:11].
 */
export const REGISTERS = {
  ancillary: 'v2',
  coverage: 'v3',
  position: 'v4',
  offset: 'v5',
  primitive: 'v6',
} as const;

const SHADER: ShaderIntent = { ...FOLDING_SHADER, vgprs: VGPRS, sgprs: SGPRS, userSgprs: USER_SGPRS };

/**
 * Returns the programs' arguments and the registers that hardware loads them into. Only ordered draws have a collision
 * argument.
 */
export function getCellArguments(gfx: Gfx, isOrdered = true): ProgramArgument[] {
  const inputs = ['persp_center', 'ancillary', 'sample_coverage', 'pos_fixed_pt'];
  return getOneBufferArguments(gfx, 'inline_push_const[0]', inputs, isOrdered);
}

/**
 * Caches assembled words by generation and source, since cells assemble the same few programs at every size and on
 * every chip.
 */
const wordsBySource = new Map<string, readonly number[]>();

/** Creates a program that uses the matrix registers, by default for ordered draws. */
export function createCellProgram(name: string, gfx: Gfx, text: string, isOrdered = true): Program {
  const key = `${gfx}${text}`;
  const words = wordsBySource.get(key) ?? assembleWords(text, gfx);
  wordsBySource.set(key, words);
  return {
    name,
    words,
    arguments: getCellArguments(gfx, isOrdered),
    inputs: [{ attribute: 0, name: 'vPrim', flat: true }],
  };
}

/** The properties of a cell's draw. */
export interface CellDraw {
  /** The index of the draw's program. Defaults to the first. */
  readonly program?: number;
  /** Defaults to `pixel-ordered`. */
  readonly interlock?: Interlock;
  readonly samples?: Draw['samples'];
  readonly primitives: readonly Triangle[];
  /** The attribute value of each primitive. */
  readonly numbers: readonly number[];
  /** The values of s[0:4]. */
  readonly userData: readonly number[];
  /** Properties of the shader that differ from the default. */
  readonly shader?: Partial<ShaderIntent>;
  /** Register fields that override those set by a correct driver. */
  readonly fields?: FieldValues;
}

/** Creates a draw with the registers that a correct driver would set for it. */
export function createCellDraw(target: { chip: Chip; wave: WaveSize; size: number }, draw: CellDraw): Draw {
  const { chip, wave, size } = target;
  const { interlock = 'pixel-ordered', samples = 1, primitives, numbers, userData } = draw;
  const perSample = interlock.startsWith('sample');
  const shader = { ...SHADER, ...draw.shader };
  const registers = getDrawRegisters(
    chip,
    { wave, samples, perSample, unordered: interlock === 'none', shader },
    userData,
  );
  return {
    program: draw.program ?? 0,
    interlock,
    width: size,
    height: size,
    samples,
    registers: packRegisters(chip.gfx, draw.fields ?? {}, { ...registers, CB_SHADER_MASK: 0 }),
    vertices: primitives.flat(),
    depths: numbers.map(() => 0),
    attributes: 1,
    parameters: numbers.flatMap((number) => [
      number >>> 0,
      ...new Array<number>(PARAMETER_DWORDS - 1).fill(0),
    ]),
  };
}
