import { PARAMETER_DWORDS } from '../../arch/index.js';
import type { ProgramInput } from '../../transactions/index.js';
import { roundToFloat32, toFloatBits } from './words.js';

/** The attribute values of a primitive before interpolation, named as in the corpus README. */
export interface PrimitiveAttributes {
  /** `vPrim`. */
  readonly number: number;
  /** `gl_PrimitiveID`, which counts from 0 in each draw. */
  readonly idInDraw: number;
  /** `vUV` at the three vertices. */
  readonly uv: readonly (readonly [number, number])[];
  /** `vColor` at the three vertices. */
  readonly color: readonly (readonly [number, number, number, number])[];
  /** The values of interpolated inputs by attribute number, which take precedence over the named ones. */
  readonly byNumber?: readonly (readonly (readonly number[])[])[];
}

/** Packs the parameter memory words of a primitive: P0, P1-P0 and P2-P0 of each attribute, in `attrN` order. */
export function packParameterWords(
  inputs: readonly ProgramInput[],
  attributes: number,
  values: PrimitiveAttributes,
): number[] {
  const words = new Array<number>(attributes * PARAMETER_DWORDS).fill(0);
  for (const input of inputs) {
    const offset = input.attribute * PARAMETER_DWORDS;
    const vertices =
      (input.flat ? undefined : values.byNumber?.[input.attribute]) ?? getFloatVertices(input, values);
    if (vertices === undefined) words[offset] = getFlatValue(input.name, values) >>> 0;
    else writeInterpolated(words, offset, vertices);
  }
  return words;
}

/** Returns an integer input's value: for `gl_PrimitiveID`, the primitive's index in the draw, otherwise its number. */
function getFlatValue(name: string, values: PrimitiveAttributes): number {
  return name === 'gl_PrimitiveID' ? values.idInDraw : values.number;
}

/**
 * Returns the values of a float input at the vertices; undefined for an integer input (any flat input except `vUV`
 * and `vColor`).
 */
function getFloatVertices(
  { name, flat }: ProgramInput,
  { uv, color }: PrimitiveAttributes,
): readonly (readonly number[])[] | undefined {
  if (name === 'vUV') return uv;
  return name === 'vColor' || !flat ? color : undefined;
}

function writeInterpolated(words: number[], offset: number, vertices: readonly (readonly number[])[]): void {
  vertices[0]!.forEach((p0, component) => {
    words[offset + component] = toFloatBits(p0);
    words[offset + 4 + component] = toFloatBits(
      roundToFloat32(roundToFloat32(vertices[1]![component]!) - roundToFloat32(p0)),
    );
    words[offset + 8 + component] = toFloatBits(
      roundToFloat32(roundToFloat32(vertices[2]![component]!) - roundToFloat32(p0)),
    );
  });
}
