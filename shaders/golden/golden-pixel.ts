import { GOLDEN_MODE, type GoldenScene, LIST_ENTRIES } from '../../stimulus/index.js';

/** A golden program's result for one pixel. */
export type GoldenPixel =
  | {
      readonly kind: 'list';
      /** Number of fragments in the pixel, including those dropped because the list was full. */
      readonly fragments: number;
      /** The entries in section order. */
      readonly entries: readonly { readonly primitive: number; readonly coverage: number }[];
    }
  | { readonly kind: 'fold' /** One per sample. */; readonly accumulators: readonly number[] };

/** Decodes one pixel's words (golden README, "expected.bin"). */
export function decodeGoldenPixel({ mode, samples }: GoldenScene, words: Uint32Array): GoldenPixel {
  if (mode === GOLDEN_MODE.SAMPLE_FOLD)
    return { kind: 'fold', accumulators: Array.from(words.subarray(0, samples)) };
  const fragments = words[0]!;
  const entries = Array.from(words.subarray(1, 1 + Math.min(fragments, LIST_ENTRIES)), (word) => ({
    primitive: word >>> 8,
    coverage: word & 0xff,
  }));
  return { kind: 'list', fragments, entries };
}
