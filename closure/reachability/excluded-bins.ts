import { join } from 'node:path';
import { z } from 'zod';
import { findPackageRoot } from '../../harness/basics/index.js';
import { readDocument } from '../../harness/input/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { createDocumentListSchema } from '../../transactions/index.js';

const proofSchema = z.discriminatedUnion('by', [
  /** The rule fires on this chip in an otherwise legal test with a value from the bin. */
  z.strictObject({ by: z.literal('rule'), rule: z.string(), chip: z.string() }),
  /** The bin is impossible because of hardware facts in the `arch` tables. `of` describes the fact. */
  z.strictObject({ by: z.literal('facts'), of: z.string() }),
  /** None of the legal descriptor combinations is in the bin. `legal` is their number. */
  z.strictObject({ by: z.literal('descriptors'), legal: z.int().positive() }),
]);

/** The proof that no legal test can hit an excluded bin. */
export type ExclusionProof = z.infer<typeof proofSchema>;

const rowSchema = z.strictObject({
  /** `GROUP/ITEM/BIN`. */
  bin: z.string(),
  /** The strongest proof; if absent, the tests are the only evidence. */
  proof: proofSchema.exactOptional(),
  /** How many passing tests were run. */
  tests: z.int().min(0),
  /** How many of these tests hit the bin. */
  hit: z.int().min(0),
  /** How many more tests ran in a search aimed at the bin. None of them hit it. */
  aimed: z.int().positive().exactOptional(),
  /** For register field values: how many more scenarios were generated but not run. None had a value in the bin. */
  drawn: z.int().positive().exactOptional(),
});

/** A bin excluded from the score, and the evidence for its exclusion. */
export type ExcludedBin = z.infer<typeof rowSchema>;

function getExcludedBinsFile(): string {
  return join(findPackageRoot(), 'data', 'excluded-bins.json');
}

/** Reads the excluded bins written by `npm run bench -- reachability`. Throws `UsageError` if the file is invalid. */
export function readExcludedBins(file = getExcludedBinsFile()): readonly ExcludedBin[] {
  return readDocument('searches', file, createDocumentListSchema(rowSchema));
}

/** Writes the rows, one per line. */
export function writeExcludedBins(rows: readonly ExcludedBin[]): void {
  writeAtomic(getExcludedBinsFile(), `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
}
