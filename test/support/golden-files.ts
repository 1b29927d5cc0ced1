import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** One scene of the golden data (data/golden, golden README). */
export interface GoldenCase {
  readonly class: string;
  readonly width: number;
  readonly height: number;
  readonly samples: number;
  readonly mode: number;
  /** Six coordinates a primitive, draw after draw. */
  readonly draws: readonly Int32Array[];
  /** The case's storage buffer as the GPU left it. */
  readonly expected: Uint32Array;
}

const folder = new URL('../../data/golden/', import.meta.url);

/** Reads all golden scenes. */
export function readGolden(): GoldenCase[] {
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as { class: string }[];
  const cases = new Uint8Array(readFileSync(new URL('cases.bin', folder)));
  const words = new Int32Array(cases.buffer, cases.byteOffset, cases.length >> 2);
  const unpacked = Uint8Array.from(gunzipSync(readFileSync(new URL('expected.bin.gz', folder))));
  const buffer = new Uint32Array(unpacked.buffer);
  let at = 1;
  let from = 0;
  return manifest.map(({ class: name }) => {
    const [width, height, samples, mode, drawCount] = words.subarray(at, at + 5);
    at += 5;
    const draws = Array.from({ length: drawCount }, () => {
      const count = words[at++] * 6;
      const draw = words.slice(at, at + count);
      at += count;
      return draw;
    });
    const size = width * height * (mode === 1 ? 8 : 65);
    const expected = buffer.subarray(from, from + size);
    from += size;
    return { class: name, width, height, samples, mode, draws, expected };
  });
}
