import { randomBytes } from 'node:crypto';
import type { Seed } from '../../transactions/index.js';
import { deriveSeed, formatSeed, parseSeed, UsageError } from '../../transactions/index.js';

/** Parses a seed entered by the user. Throws `UsageError` if it is malformed. */
export function readSeed(text: string): Seed {
  const parsed = parseSeed(text);
  if (!parsed.ok) throw new UsageError(parsed.error);
  return parsed.seed;
}

/** Derives a test seed: a hash of the root seed, the sequence and the index (docs/seeds.md). */
export function deriveTestSeed(root: Seed, sequence: string, index: number): string {
  return formatSeed(deriveSeed(root, sequence, index));
}

/** Generates a random root seed. */
export function generateSeed(): Seed {
  const bytes = randomBytes(8);
  return { high: bytes.readUInt32LE(0), low: bytes.readUInt32LE(4) };
}
