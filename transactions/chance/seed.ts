import { mix64 } from './mix64.js';
import { multiply64, type Uint64 } from './uint64.js';

/** A 64-bit seed. Its string form is `0x` and 1 to 16 lower-case hex digits without leading zeros. */
export type Seed = Uint64;

/** A parsed seed, or a sentence telling the user what is wrong with it. */
export type ParsedSeed =
  | { readonly ok: true; readonly seed: Seed }
  | { readonly ok: false; readonly error: string };

const SEED_PATTERN = /^0x[0-9a-f]{1,16}$/i;
const FNV_OFFSET: Uint64 = { high: 0xcbf29ce4, low: 0x84222325 };
const FNV_PRIME: Uint64 = { high: 0x00000100, low: 0x000001b3 };

/** Parses a seed of 1 to 16 hex digits, in upper or lower case, after `0x`. */
export function parseSeed(text: string): ParsedSeed {
  if (!SEED_PATTERN.test(text)) {
    return {
      ok: false,
      error: `Invalid SEED: expected 0x and 1 to 16 hex digits, got ${JSON.stringify(text)}`,
    };
  }
  const digits = text.slice(2).padStart(16, '0');
  return {
    ok: true,
    seed: { high: Number.parseInt(digits.slice(0, 8), 16), low: Number.parseInt(digits.slice(8), 16) },
  };
}

/** Formats a seed as its canonical string, which `parseSeed` reads back. Equal seeds have equal strings. */
export function formatSeed(seed: Seed): string {
  if (seed.high === 0) return `0x${seed.low.toString(16)}`;
  return `0x${seed.high.toString(16)}${seed.low.toString(16).padStart(8, '0')}`;
}

/**
 * Derives a seed by hashing the root seed, a stable name and an index (0 to 2^53 - 1).
 *
 * A test's seed depends on nothing else, so adding a test or a worker does not change any other test. FNV-1a
 * runs over the root's 8 bytes, the name's UTF-16 units and the index's 8 bytes, all low byte first, then one
 * SplitMix64 finaliser: FNV alone barely spreads the last bytes (the index) to the upper bits. The result is
 * part of every stored repro line and never changes.
 *
 * @throws RangeError if the index is not an integer from 0 to 2^53 - 1.
 */
export function deriveSeed(root: Seed, name: string, index: number): Seed {
  if (!Number.isSafeInteger(index) || index < 0)
    throw new RangeError(`Seed index ${index} is not an integer from 0 to 2^53 - 1`);
  let hash = hashWord(hashWord(FNV_OFFSET, root.low), root.high);
  for (let position = 0; position < name.length; position++) {
    const unit = name.charCodeAt(position);
    hash = hashByte(hashByte(hash, unit & 0xff), unit >>> 8);
  }
  hash = hashWord(hashWord(hash, index >>> 0), Math.floor(index / 2 ** 32));
  return mix64(hash);
}

function hashWord(hash: Uint64, word: number): Uint64 {
  let result = hash;
  for (let shift = 0; shift < 32; shift += 8) result = hashByte(result, (word >>> shift) & 0xff);
  return result;
}

function hashByte(hash: Uint64, byte: number): Uint64 {
  return multiply64({ high: hash.high, low: (hash.low ^ byte) >>> 0 }, FNV_PRIME);
}
