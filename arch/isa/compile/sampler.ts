import { UnsupportedOperation } from '../unsupported-operation.js';

const WRAP = 0;
const CLAMP_LAST_TEXEL = 2;

/** Texel number of a normalised coordinate with nearest filtering. */
function nearest(coordinate: number, size: number, mode: number): number {
  if (mode === WRAP) return Math.floor(Math.fround((coordinate - Math.floor(coordinate)) * size)) % size;
  return Math.max(0, Math.min(size - 1, Math.floor(Math.fround(coordinate * size))));
}

/** Wrap modes of the two axes. */
export interface SamplerModes {
  readonly x: number;
  readonly y: number;
}

/** Reads the sampler at index `at`: nearest filtering with repeat or clamp to the edge. */
export function readSampler(s: Int32Array, at: number): SamplerModes {
  const [x, y] = [s[at] & 7, (s[at] >>> 3) & 7];
  for (const mode of [x, y]) {
    if (mode !== WRAP && mode !== CLAMP_LAST_TEXEL)
      throw new UnsupportedOperation(`sampler wrap mode ${mode}`);
  }
  if (((s[at + 2] >>> 20) & 15) !== 0) throw new UnsupportedOperation('sampler filter other than nearest');
  if (((s[at] >>> 15) & 1) !== 0) throw new UnsupportedOperation('unnormalised sampler');
  return { x, y };
}

/** Texel column of a coordinate. */
export function columnOf({ x }: SamplerModes, u: number, width: number): number {
  return nearest(u, width, x);
}

/** Texel row of a coordinate. */
export function rowOf({ y }: SamplerModes, v: number, height: number): number {
  return nearest(v, height, y);
}
