import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { eachOf, parseJson, RULE_IDS, safeParse } from '../../transactions/index.js';
import { failureFolder, RUN_FILES } from '../basics/run-files.js';
import { writeWhole } from '../basics/write-whole.js';
import { bytesMax } from '../input/limits.js';
import { readBounded } from '../input/read-input.js';
import { isTestId } from '../records/test-name.js';
import type { Separation } from '../run/separation.js';

const rule = z.enum(RULE_IDS);

const triageSchema = z.strictObject({
  separations: eachOf(
    z.strictObject({
      cause: rule,
      other: rule,
      signature: z.string().max(bytesMax('logText')),
      test: z.string().refine(isTestId),
    }),
  ),
});

/** Leaves what triage found beside the run's log. */
export function writeTriage(directory: string, separations: readonly Separation[]): void {
  writeWhole(join(directory, RUN_FILES.triage), `${JSON.stringify({ separations }, undefined, 2)}\n`);
}

/** What triage found in a run; nothing where it did not run, or its file cannot be used: groups are then those of the causes alone. */
export function readTriage(directory: string): readonly Separation[] {
  const file = join(directory, RUN_FILES.triage);
  if (!existsSync(file)) return [];
  try {
    return safeParse(triageSchema, parseJson(readBounded('small', file))).data?.separations ?? [];
  } catch {
    return [];
  }
}

/** Leaves in a merged run what triage found in its parts, as far as it has the failures. */
export function mergeTriage(parts: readonly string[], directory: string): void {
  const pairs = new Map<string, Separation>();
  for (const each of parts.flatMap(readTriage)) {
    const { cause, other, signature, test } = each;
    const pair = `${cause} ${other}`;
    if (!pairs.has(pair) && existsSync(join(directory, failureFolder(signature, test))))
      pairs.set(pair, each);
  }
  if (pairs.size > 0) writeTriage(directory, [...pairs.values()]);
}
