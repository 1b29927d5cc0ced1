import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../base/basics/index.js';
import { readJsonInput } from '../../base/input/index.js';
import { writeWhole } from '../../base/output/index.js';
import { describeFirstIssue, eachOf, safeParse, UsageError } from '../../transactions/index.js';

const proofSchema = z.discriminatedUnion('by', [
  /** The rule fires on this chip for an otherwise legal test with a value from the bin. */
  z.strictObject({ by: z.literal('rule'), rule: z.string(), chip: z.string() }),
  /** The bin is impossible because of hardware facts in the `arch` tables. */
  z.strictObject({ by: z.literal('facts'), of: z.string() }),
  /** `legal` is the number of legal combinations in a program descriptor, none of which is in the bin. */
  z.strictObject({ by: z.literal('descriptors'), legal: z.int().positive() }),
]);

/** Why legal tests do not hit an excluded bin. */
export type ExclusionProof = z.infer<typeof proofSchema>;

const rowSchema = z.strictObject({
  /** `GROUP/ITEM/BIN`. */
  bin: z.string(),
  /** The strongest proof; if there is none, only the tests count. */
  proof: proofSchema.exactOptional(),
  /** The number of passing tests that were tried. */
  tests: z.int().min(0),
  /** How many of these tests hit the bin. */
  hit: z.int().min(0),
  /** The number of further tests, in a search that aimed at the bin, none of which hit it. */
  aimed: z.int().positive().exactOptional(),
  /** For register field values: the number of scenarios that were generated but not run, in which no draw has a value from the bin. */
  drawn: z.int().positive().exactOptional(),
});

/** A bin that is excluded from the score, and the evidence that its exclusion is right. */
export type ExcludedBin = z.infer<typeof rowSchema>;

function excludedBinsFile(): string {
  return join(packageRoot(), 'data', 'excluded-bins.json');
}

/** Reads every excluded bin, as written by `npm run bench -- reachability`. @throws UsageError */
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
