import { Random } from '../isa/differential/random.js';

/** 32-bit patterns that tend to expose bugs in integer and float operations. */
export const EDGE_WORDS = [
  0, 1, 2, 31, 32, 33, 63, 64, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000,
  0x80000001, 0xfffffffe, 0xffffffff, 0xaaaaaaaa, 0x55555555, 0x00800000, 0x007fffff, 0x3f800000, 0xbf800000,
  0x7f800000,
];

/** Returns pairs of 32-bit words: all pairs of `EDGE_WORDS`, then `count` random pairs. */
export function makeWordPairs(count: number): [number, number][] {
  const random = new Random(count);
  const makeWord = () => ((random.below(0x10000) << 16) | random.below(0x10000)) >>> 0;
  const edges = EDGE_WORDS.flatMap((a) => EDGE_WORDS.map((b): [number, number] => [a, b]));
  return [...edges, ...Array.from({ length: count }, (): [number, number] => [makeWord(), makeWord()])];
}

/** Returns `count` random finite 32-bit floats of all magnitudes. */
export function randomFloats(count: number, seed = 3): number[] {
  const random = new Random(seed);
  const bits = new Uint32Array(1);
  const value = new Float32Array(bits.buffer);
  return Array.from({ length: count }, () => {
    do {
      bits[0] = ((random.below(0x10000) << 16) | random.below(0x10000)) >>> 0;
    } while (!Number.isFinite(value[0]));
    return value[0];
  });
}
