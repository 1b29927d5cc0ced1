import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Explored } from '../../../../failures/explore/explore.js';

const HASH_DIGITS = 12;

/** A search's findings: signatures of failures, and a short hash of each final memory content. */
export interface Outcome {
  readonly signatures: readonly string[];
  readonly memories: readonly string[];
}

/** A scene's results, the same from both searches; the numbers of runs and states in the file are for readers. */
export interface EveryOrder extends Outcome {
  readonly scene: string;
}

/** A row for each scene of `COMPARED_SCENES`, with the same results from both searches; the longest takes minutes. */
export const EVERY_ORDER: readonly EveryOrder[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../data/every-order.json'), 'utf8'),
);

/** A search's results in row form. */
export function outcomeOf({ findings, memories }: Explored): Outcome {
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  return {
    signatures: findings.map(({ signature }) => signature).sort(),
    memories: memories.map((memory) => hashOf(memory).slice(0, HASH_DIGITS)).sort(),
  };
}
