import { PARAMETER_DWORDS } from '../../arch/index.js';
import type { ProgramInput } from '../../transactions/index.js';
import { float32, floatBits } from './words.js';

/** One primitive's attribute values before interpolation, named as in corpus README. */
export interface PrimitiveAttributes {
  /** `vPrim`. */
  readonly number: number;
  /** `gl_PrimitiveID`: counts from 0 in each draw. */
  readonly idInDraw: number;
  /** `vUV` at the three vertices. */
  readonly uv: readonly (readonly [number, number])[];
  /** `vColor` at the three vertices. */
  readonly color: readonly (readonly [number, number, number, number])[];
  /** Values of interpolated inputs by attribute number; these take precedence over those by name. */
  readonly byNumber?: readonly (readonly (readonly number[])[])[];
}

/** Parameter memory words of one primitive: P0, P1-P0, P2-P0 of each attribute in `attrN` order. */
export function parameterWords(
  inputs: readonly ProgramInput[],
  attributes: number,
  values: PrimitiveAttributes,
): number[] {
  const words = new Array<number>(attributes * PARAMETER_DWORDS).fill(0);
  for (const input of inputs) {
    const at = input.attribute * PARAMETER_DWORDS;
    const vertices =
      (input.flat ? undefined : values.byNumber?.[input.attribute]) ?? floatVertices(input, values);
    if (vertices === undefined) words[at] = flatValue(input.name, values) >>> 0;
    else writeInterpolated(words, at, vertices);
  }
  return words;
}

/** Integer input of one primitive: its index in the draw for `gl_PrimitiveID`, else its number. */
function flatValue(name: string, values: PrimitiveAttributes): number {
  return name === 'gl_PrimitiveID' ? values.idInDraw : values.number;
}

/** Values at the vertices of a float input; undefined for an integer: a flat input other than `vUV` and `vColor`. */
function floatVertices(
  { name, flat }: ProgramInput,
  { uv, color }: PrimitiveAttributes,
): readonly (readonly number[])[] | undefined {
  if (name === 'vUV') return uv;
  return name === 'vColor' || !flat ? color : undefined;
}

function writeInterpolated(words: number[], at: number, vertices: readonly (readonly number[])[]): void {
  vertices[0]!.forEach((p0, component) => {
    words[at + component] = floatBits(p0);
    words[at + 4 + component] = floatBits(float32(float32(vertices[1]![component]!) - float32(p0)));
    words[at + 8 + component] = floatBits(float32(float32(vertices[2]![component]!) - float32(p0)));
  });
}
