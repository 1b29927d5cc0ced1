import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExploreResult } from '../../../../failures/explore/explore.js';

const HASH_DIGITS = 12;

/** The outcome of a search. */
export interface Outcome {
  readonly signatures: readonly string[];
  /** A short hash of each possible final memory. */
  readonly memories: readonly string[];
}

/** A scene's outcome, which is the same for both searches. The JSON file also records the number of runs and states. */
export interface StoredOutcome extends Outcome {
  readonly scene: string;
}

/** The outcome of each scene in `COMPARED_SCENES`, stored because the longest search takes minutes. */
export const STORED_OUTCOMES: readonly StoredOutcome[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../data/every-order.json'), 'utf8'),
);

/** Converts the result of a search to an outcome. */
export function toOutcome({ findings, memories }: ExploreResult): Outcome {
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  return {
    signatures: findings.map(({ signature }) => signature).sort(),
    memories: memories.map((memory) => hash(memory).slice(0, HASH_DIGITS)).sort(),
  };
}
