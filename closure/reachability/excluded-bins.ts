import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../base/basics/index.js';
import { readJsonInput } from '../../base/input/index.js';
import { writeWhole } from '../../base/output/index.js';
import { describeFirstIssue, eachOf, safeParse, UsageError } from '../../transactions/index.js';

const proofSchema = z.discriminatedUnion('by', [
  /** An otherwise legal test with a value of the bin triggers the rule on this chip. */
  z.strictObject({ by: z.literal('rule'), rule: z.string(), chip: z.string() }),
  /** The bin is impossible because of hardware facts in the tables of `arch`. */
  z.strictObject({ by: z.literal('facts'), of: z.string() }),
  /** `legal` is the number of legal combinations of a program's descriptor, none of which is in the bin. */
  z.strictObject({ by: z.literal('descriptors'), legal: z.int().positive() }),
]);

/** Why legal tests do not hit an excluded bin. */
export type ExclusionProof = z.infer<typeof proofSchema>;

const rowSchema = z.strictObject({
  /** `GROUP/ITEM/BIN`. */
  bin: z.string(),
  /** The strongest proof; without one, only the tests count. */
  proof: proofSchema.exactOptional(),
  /** Number of passing tests tried, and how many of them hit the bin. */
  tests: z.int().min(0),
  hit: z.int().min(0),
  /** Number of further tests in a search that aimed at the bin, without a hit. */
  aimed: z.int().positive().exactOptional(),
  /** For register field values: number of scenarios generated but not run, in which no draw has a value of the bin. */
  drawn: z.int().positive().exactOptional(),
});

/** A bin excluded from the score, and the proof that its exclusion is right. */
export type ExcludedBin = z.infer<typeof rowSchema>;

function excludedBinsFile(): string {
  return join(packageRoot(), 'data', 'excluded-bins.json');
}

/** Every excluded bin, as written by `npm run bench -- reachability`. @throws UsageError */
export function readExcludedBins(file = excludedBinsFile()): readonly ExcludedBin[] {
  const document = readJsonInput('searches', file);
  const parsed = safeParse(eachOf(rowSchema), document);
  if (parsed.success) return parsed.data;
  throw new UsageError(`Invalid bins ${file}: ${describeFirstIssue(parsed.error, document)}`);
}

/** Stores the rows, one per line. */
export function writeExcludedBins(rows: readonly ExcludedBin[]): void {
  writeWhole(excludedBinsFile(), `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
}
