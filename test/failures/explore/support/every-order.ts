import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Explored } from '../../../../failures/explore/explore.js';

const HASH_DIGITS = 12;

/** What a search found: signatures of failures, and a short hash of each final content of memory. */
export interface Outcome {
  readonly signatures: readonly string[];
  readonly memories: readonly string[];
}

/** What the search of every order of a scene found; its numbers of runs and states, and those of the reduced search, are for readers. */
export interface EveryOrder extends Outcome {
  readonly scene: string;
}

/** A row for each scene of `COMPARED_SCENES`, in which both searches found the same; the longest of them takes minutes. */
export const EVERY_ORDER: readonly EveryOrder[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../data/every-order.json'), 'utf8'),
);

/** What a search found, as rows keep it. */
export function outcomeOf({ findings, memories }: Explored): Outcome {
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  return {
    signatures: findings.map(({ signature }) => signature).sort(),
    memories: memories.map((memory) => hashOf(memory).slice(0, HASH_DIGITS)).sort(),
  };
}
