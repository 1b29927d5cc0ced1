import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../base/basics/index.js';
import { readJsonInput } from '../../base/input/index.js';
import { writeWhole } from '../../base/output/index.js';
import { describeFirstIssue, eachOf, safeParse, UsageError } from '../../transactions/index.js';

const proofSchema = z.discriminatedUnion('by', [
  /** A legal test with that value fires the rule on this chip. */
  z.strictObject({ by: z.literal('rule'), rule: z.string(), chip: z.string() }),
  /** It follows from facts of the hardware, as the tables of `arch` have them. */
  z.strictObject({ by: z.literal('facts'), of: z.string() }),
  /** So many combinations of a program's descriptor are legal, and none of them has it. */
  z.strictObject({ by: z.literal('descriptors'), legal: z.int().positive() }),
]);

/** Why a bin that is excluded from the score is not hit by legal tests. */
export type ExclusionProof = z.infer<typeof proofSchema>;

const rowSchema = z.strictObject({
  /** `GROUP/ITEM/BIN`. */
  bin: z.string(),
  /** The strongest proof; without one, there are only the tests. */
  proof: proofSchema.exactOptional(),
  /** Passing tests that were tried, and those of them that hit it. */
  tests: z.int().min(0),
  hit: z.int().min(0),
  /** Further tests, of a search that aimed at it; none of them hit it. */
  aimed: z.int().positive().exactOptional(),
  /** Values of register fields: scenarios that were made, and not run; no draw of them gives it. */
  drawn: z.int().positive().exactOptional(),
});

/** A bin that is excluded from the score, and what shows that it belongs there. */
export type ExcludedBin = z.infer<typeof rowSchema>;

function excludedBinsFile(): string {
  return join(packageRoot(), 'data', 'excluded-bins.json');
}

/** Every bin that is excluded from the score, as `npm run bench -- reachability` wrote them. @throws UsageError */
export function readExcludedBins(file = excludedBinsFile()): readonly ExcludedBin[] {
  const document = readJsonInput('searches', file);
  const parsed = safeParse(eachOf(rowSchema), document);
  if (parsed.success) return parsed.data;
  throw new UsageError(`Invalid bins ${file}: ${describeFirstIssue(parsed.error, document)}`);
}

/** Keeps them, one row a line. */
export function writeExcludedBins(rows: readonly ExcludedBin[]): void {
  writeWhole(excludedBinsFile(), `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
}
