import { factsOf, type Gfx, PS_INPUTS, type WaveSize } from '../../arch/index.js';
import type { Program, ProgramArgument, ProgramInput } from '../../transactions/index.js';
import type { DrawIntent, FieldValues, PixelInput, ShaderIntent } from '../driver/draw-intent.js';
import { FOLDING_SHADER } from '../driver/draw-intent.js';
import { getDrawRegisters, packRegisters } from '../driver/draw-registers.js';
import { assembleCached, assembleSeparated } from '../programs/separate-hazards.js';
import type { TestArea } from './test.js';

/** The number of user SGPRs: s[0:3] hold a buffer descriptor, and s4 holds a program-specific word. */
export const USER_SGPRS = 5;

/** Returns the arguments of vector inputs, packed from v0 up. */
export function packVectorArguments(inputs: readonly PixelInput[]): ProgramArgument[] {
  let register = 0;
  return inputs.map((name) => {
    const size = PS_INPUTS.find((input) => input.name === name)!.registers;
    register += size;
    return { name, file: 'v', register: register - size, size };
  });
}

/**
 * Returns the arguments of a one-buffer program and their registers: user SGPRs, prim mask, the collision argument (in
 * ordered draws, on generations with wave ids), and `inputs` packed from v0 up. Argument names follow the corpus
 * README, "Initial state of a wave".
 */
export function getOneBufferArguments(
  gfx: Gfx,
  wordName: string,
  inputs: readonly PixelInput[],
  isOrdered = true,
): ProgramArgument[] {
  const collision: ProgramArgument[] =
    factsOf(gfx).hasWaveIds && isOrdered
      ? [{ name: 'pops_collision_wave_id', file: 's', register: USER_SGPRS + 1, size: 1 }]
      : [];
  return [
    { name: 'buffer_descriptor[0]', file: 's', register: 0, size: 4 },
    { name: wordName, file: 's', register: 4, size: 1 },
    { name: 'prim_mask', file: 's', register: USER_SGPRS, size: 1 },
    ...collision,
    ...packVectorArguments(inputs),
  ];
}

/** The flat attribute that holds the primitive's number. */
export const PRIMITIVE_INPUT: ProgramInput = { attribute: 0, name: 'vPrim', flat: true };

/** The vector inputs of one-buffer programs, unless they need others. */
const ONE_BUFFER_INPUTS = ['persp_center', 'sample_coverage', 'pos_fixed_pt'] as const;

/** The properties of one-buffer programs, unless they need more registers or other inputs. */
export const ONE_BUFFER_SHADER: ShaderIntent = {
  ...FOLDING_SHADER,
  vgprs: 8,
  sgprs: 16,
  userSgprs: USER_SGPRS,
  inputs: ONE_BUFFER_INPUTS,
};

/** What may differ between one-buffer programs. */
export interface OneBufferOptions {
  /** The name of the word in s4. */
  readonly word?: string;
  readonly inputs?: readonly PixelInput[];
  /** False for programs without a collision argument. */
  readonly isOrdered?: boolean;
  /** Whether the program is one of many that are assembled for a single test. */
  readonly isUnique?: boolean;
  /** For a unique program, the wave size for which its hazards are separated; 64 by default, which nearly always suits both. */
  readonly wave?: WaveSize;
}

/** Creates a program that accesses one buffer, from its text. Its only attribute is the primitive's number. */
export function createOneBufferProgram(
  gfx: Gfx,
  name: string,
  text: string,
  {
    word = 'inline_push_const[0]',
    inputs = ONE_BUFFER_INPUTS,
    isOrdered,
    isUnique,
    wave,
  }: OneBufferOptions = {},
): Program {
  return {
    name,
    words: isUnique ? assembleSeparated(text, gfx, wave) : assembleCached(text, gfx),
    arguments: getOneBufferArguments(gfx, word, inputs, isOrdered),
    inputs: [PRIMITIVE_INPUT],
  };
}

/** What a one-buffer program's draws have in common, apart from their machine. */
export interface OneBufferDraw extends Omit<DrawIntent, 'wave'> {
  /** The words of s[0:4]. */
  readonly userData: readonly number[];
  /** Register fields that override those set by a correct driver. */
  readonly fields?: FieldValues;
}

/** Returns the registers that a correct driver sets for a one-buffer program. No colours are written. */
export function createOneBufferRegisters(
  { chip, wave }: Pick<TestArea, 'chip' | 'wave'>,
  { userData, fields = {}, ...intent }: OneBufferDraw,
): Record<string, number> {
  const registers = getDrawRegisters(chip, { wave, ...intent }, userData);
  return packRegisters(chip.gfx, fields, { ...registers, CB_SHADER_MASK: 0 });
}
