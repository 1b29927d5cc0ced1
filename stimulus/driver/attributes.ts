import { PARAMETER_DWORDS } from '../../arch/index.js';
import type { ProgramInput } from '../../transactions/index.js';
import { UsageError } from '../../transactions/index.js';
import { float32, floatBits } from './words.js';

/** Values of one primitive's attributes before interpolation, by the names of corpus README. */
export interface PrimitiveAttributes {
  /** `vPrim`. */
  readonly number: number;
  /** `gl_PrimitiveID`: counts from 0 in each draw. */
  readonly idInDraw: number;
  /** `vUV` at the three vertices. */
  readonly uv: readonly (readonly [number, number])[];
  /** `vColor` at the three vertices. */
  readonly color: readonly (readonly [number, number, number, number])[];
}

/**
 * Parameter memory words of one primitive: P0, P1-P0, P2-P0 of each attribute in the order of `attrN`. Throws
 * `UsageError` for an input that is none of `prim.vert`'s outputs.
 */
export function parameterWords(
  inputs: readonly ProgramInput[],
  attributes: number,
  values: PrimitiveAttributes,
): number[] {
  const words = new Array<number>(attributes * PARAMETER_DWORDS).fill(0);
  for (const input of inputs) {
    const at = input.attribute * PARAMETER_DWORDS;
    if (input.flat) words[at] = flatValue(input.name, values) >>> 0;
    else interpolated(words, at, input.name, values);
  }
  return words;
}

function flatValue(name: string, values: PrimitiveAttributes): number {
  if (name === 'vPrim') return values.number;
  if (name === 'gl_PrimitiveID') return values.idInDraw;
  throw new UsageError(`Unknown flat input "${name}": expected vPrim or gl_PrimitiveID`);
}

function interpolated(words: number[], at: number, name: string, values: PrimitiveAttributes): void {
  const vertices: readonly (readonly number[])[] | undefined =
    name === 'vUV' ? values.uv : name === 'vColor' ? values.color : undefined;
  if (vertices === undefined)
    throw new UsageError(`Unknown interpolated input "${name}": expected vColor or vUV`);
  vertices[0].forEach((p0, component) => {
    words[at + component] = floatBits(p0);
    words[at + 4 + component] = floatBits(float32(float32(vertices[1][component]) - float32(p0)));
    words[at + 8 + component] = floatBits(float32(float32(vertices[2][component]) - float32(p0)));
  });
}
