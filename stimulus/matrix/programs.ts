import type { Draw, Program } from '../../transactions/index.js';
import { type Dialect, emitFlatPrimitive, emitFold, emitPixelIndex } from '../dialect/index.js';
import { type FieldValues, FOLDING_SHADER, type ShaderIntent } from '../driver/draw-intent.js';
import { createDraw, type NumberedDraw, rawBufferDescriptor } from '../kit/draws.js';
import { createOneBufferProgram, createOneBufferRegisters, USER_SGPRS } from '../kit/programs.js';
import { type Block, getBlockVertices, RECTANGLE_LIST } from './blocks.js';
import type { CellTarget } from './cell.js';

/**
 * The initial vector registers, followed by those that `emitPrimitiveAndOffset` fills: the byte offset of the pixel's
 * word, and the primitive's number. The scalar registers are s5 (primitive mask) and s6 (collision argument, absent on
 * GFX11 and later). Section entries use s[7:11].
 */
export const CELL = {
  ancillary: 'v2',
  coverage: 'v3',
  position: 'v4',
  offset: 'v5',
  primitive: 'v6',
} as const;

const { offset, position, primitive } = CELL;

/** What every matrix program is compiled for. */
const SHADER: ShaderIntent = { ...FOLDING_SHADER, vgprs: 24, sgprs: 40, userSgprs: USER_SGPRS };

/** Creates a program that uses the matrix registers, by default for ordered draws. */
export function createCellProgram(
  { gfx }: Pick<Dialect, 'gfx'>,
  name: string,
  text: string,
  isOrdered = true,
): Program {
  return createOneBufferProgram(gfx, name, text, { inputs: FOLDING_SHADER.inputs, isOrdered });
}

/** The properties of a cell's draw. */
export interface CellDraw
  extends Pick<NumberedDraw, 'program' | 'interlock' | 'samples' | 'order' | 'primitives'> {
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
export function createCellDraw(target: Pick<CellTarget, 'chip' | 'wave' | 'size'>, draw: CellDraw): Draw {
  const { interlock = 'pixel-ordered', samples = 1, shader, numbers, userData, fields = {}, ...rest } = draw;
  const registers = createOneBufferRegisters(target, {
    samples,
    perSample: interlock.startsWith('sample'),
    unordered: interlock === 'none',
    shader: { ...SHADER, ...shader },
    userData,
    fields,
  });
  const area = { width: target.size, height: target.size };
  return createDraw(area, { ...rest, interlock, samples, registers }, numbers);
}

/** Creates a draw of blocks, numbered from `first`, whose program accesses the buffer at an address. */
export function createBlockDraw(
  target: CellTarget,
  address: number,
  blocks: readonly Block[],
  draw: Pick<CellDraw, 'program' | 'interlock'> & { readonly numbers?: readonly number[] } = {},
  bytesPerPixel = 4,
): Draw {
  const { size, dialect } = target;
  return createCellDraw(target, {
    primitives: blocks.map(getBlockVertices),
    numbers: blocks.map((_, i) => i + 1),
    userData: [...rawBufferDescriptor(dialect.gfx, address, bytesPerPixel * size * size), size],
    fields: RECTANGLE_LIST,
    ...draw,
  });
}

/** The factor by which the fold multiplies a word. */
export const FOLD_FACTOR = 31;

/** Emits code that loads the primitive's number. */
export function emitPrimitive(dialect: Dialect): string {
  return emitFlatPrimitive(dialect, { value: primitive, loaded: 'v7' });
}

/**
 * Emits code that computes the primitive's number and the byte offset of the pixel's word, where s4 is the number of
 * words per row.
 */
export function emitPrimitiveAndOffset(dialect: Dialect): string {
  return `
  ${emitPrimitive(dialect)}
  ${emitPixelIndex(dialect, position, offset, 'v7')}
  v_lshlrev_b32_e32 ${offset}, 2, ${offset}`;
}

/**
 * Emits code that folds the primitive's number into the pixel's word: word * 31 + number. `between` is inserted between
 * the read and the write.
 */
export function emitWordFold(dialect: Dialect, between = ''): string {
  return emitFold(dialect, { word: 'v8', address: offset, value: primitive }, { between: `\n  ${between}` });
}

/** The lowest bit of the loop iteration count in a primitive's number. The iterations delay its section. */
export const ROUNDS_BIT = 16;
/** The lowest bit of the sleep count in a primitive's number. The sleeps, of 512 clocks each, delay its section. */
export const SLEEPS_BIT = 24;
/** The maximum number of loop iterations and of sleeps. */
export const MAX_DELAY = 0xff;

/** The SGPR that counts the remaining loop iterations. */
const ROUNDS = 's12';
/** The SGPR that counts the remaining sleeps. */
const SLEEPS = 's13';

/** Emits a section whose fold delays its write by a time encoded in the number of the wave's first primitive. */
export function emitDelayedFold(dialect: Dialect): string {
  return emitDelays(dialect, '', `${emitDelay(ROUNDS, 'rounds')}${SLEEP_LOOP}`);
}

/** Like `emitDelayedFold`, but runs the loop iterations before the section, which delays its start. */
export function emitLateFold(dialect: Dialect): string {
  return emitDelays(dialect, emitDelay(ROUNDS, 'rounds'), SLEEP_LOOP);
}

function emitDelays(dialect: Dialect, before: string, inside: string): string {
  return `
  ${emitPrimitiveAndOffset(dialect)}
  v_readfirstlane_b32 ${SLEEPS}, ${primitive}
  s_bfe_u32 ${ROUNDS}, ${SLEEPS}, 0x${((8 << 16) | ROUNDS_BIT).toString(16)}
  s_lshr_b32 ${SLEEPS}, ${SLEEPS}, ${SLEEPS_BIT}
  ${before}
  ${dialect.entry}
  ${emitWordFold(dialect, inside)}
  ${dialect.exit}`;
}

/** Emits a loop that iterates `counter` times. */
function emitDelay(counter: string, label: string, body = ''): string {
  return `
  s_cmp_eq_u32 ${counter}, 0
  s_cbranch_scc1 no_${label}
${label}:
  ${body}
  s_sub_u32 ${counter}, ${counter}, 1
  s_cmp_lg_u32 ${counter}, 0
  s_cbranch_scc1 ${label}
no_${label}:`;
}

const SLEEP_LOOP = emitDelay(SLEEPS, 'sleeps', 's_sleep 8');
