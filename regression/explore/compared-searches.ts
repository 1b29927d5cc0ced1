import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { describeFirstIssue, eachOf, safeParse, UsageError } from '../../transactions/index.js';
import { packageRoot } from '../basics/package-root.js';
import { readJsonInput } from '../input/read-input.js';
import { type ComparedScene, nameOfScene } from './compared-scenes.js';
import type { Explored } from './explore.js';

const counts = z.strictObject({ runs: z.int().positive(), states: z.int().positive() });

const rowSchema = z.strictObject({
  /** Test, chip, pixels, faults and knobs. */
  scene: z.string(),
  reduced: counts,
  whole: counts,
  signatures: z.array(z.string()),
  /** A short hash of each final content of memory. */
  memories: z.array(z.string()),
});

/** What both searches of one scene found, as `data/compared-searches.json` keeps it. */
export type ComparedRow = z.infer<typeof rowSchema>;

const HASH_DIGITS = 12;

/** Where the package keeps the rows. */
export function comparedSearchesFile(): string {
  return join(packageRoot(), 'data', 'compared-searches.json');
}

/** The rows that `npm run bench -- searches` wrote last, of scenes in which both searches found the same. @throws UsageError */
export function readComparedSearches(): readonly ComparedRow[] {
  const file = comparedSearchesFile();
  const document = readJsonInput('searches', file);
  const parsed = safeParse(eachOf(rowSchema), document);
  if (parsed.success) return parsed.data;
  throw new UsageError(`Invalid comparison ${file}: ${describeFirstIssue(parsed.error, document)}`);
}

/** What the two searches of a scene found, which has to be the same. */
export function rowOf(compared: ComparedScene, reduced: Explored, whole: Explored): ComparedRow {
  return {
    scene: nameOfScene(compared),
    reduced: countsOf(reduced),
    whole: countsOf(whole),
    ...outcomeOf(whole),
  };
}

/** What a search found, as rows keep it. */
export function outcomeOf({ findings, memories }: Explored): Pick<ComparedRow, 'signatures' | 'memories'> {
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  return {
    signatures: findings.map(({ signature }) => signature).sort(),
    memories: memories.map((memory) => hashOf(memory).slice(0, HASH_DIGITS)).sort(),
  };
}

function countsOf({ runs, states }: Explored): z.infer<typeof counts> {
  return { runs, states };
}
