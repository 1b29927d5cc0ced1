import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { present } from '../../arch/index.js';
import { createDocumentListSchema, escapeLine } from '../../transactions/index.js';
import { getFailureFolder, natural, RUN_FILES } from '../basics/index.js';
import { faultsSchema } from '../records/manifest.js';
import { isTestId } from '../selection/plan.js';
import type { DeepReadonly } from '../text/index.js';
import {
  type HoleSearchResult,
  holeSearchSchema,
  type ObservedKinds,
  triageSchema,
} from '../triage-findings/findings.js';
import { readLoggedDocument, writeAndLogHash } from './logged-files.js';

/** `again.json`. Earlier versions wrote more. */
const comparisonSchema = z.object({
  /** The id of the repeated run. */
  runId: z.string().max(1000).transform(escapeLine),
  tests: natural,
  /** The number of tests that ran from a scenario stored by the repeated run. */
  stored: natural,
  /** The ids of generated tests whose scenario differs from the one in the repeated run. */
  different: createDocumentListSchema(z.string().refine(isTestId)),
  /** The number of generated tests that are not in the repeated run's log. */
  unknown: natural,
  /** The library faults that the repeated run's build had and this one lacks; absent if there are none. */
  without: faultsSchema.exactOptional(),
});

/** How the tests of a run compare with those of the run it repeats. */
export type RerunComparison = DeepReadonly<z.infer<typeof comparisonSchema>>;

/** Reads the comparison between a run and the run it repeats; returns {} if the file is missing or unusable. */
export function readRerunComparison(directory: string): { readonly again?: RerunComparison } {
  return present({ again: readLoggedDocument('small', join(directory, RUN_FILES.reruns), comparisonSchema) });
}

/** Reads the results of a search for tests that fill a run's coverage holes; returns {} if there is no usable file. */
export function readHoleSearch(directory: string): { readonly closing?: HoleSearchResult } {
  return present({
    closing: readLoggedDocument('small', join(directory, RUN_FILES.closing), holeSearchSchema),
  });
}

/** Writes the kinds of violation that triage found next to the run's log. Does nothing if there are none. */
export function writeTriage(directory: string, kinds: readonly ObservedKinds[]): void {
  if (kinds.length === 0) return;
  writeAndLogHash(join(directory, RUN_FILES.triage), `${JSON.stringify({ kinds }, undefined, 2)}\n`);
}

/**
 * Reads the kinds of violation that triage found; empty if triage did not run or its file cannot be used, in which case
 * failures are grouped by cause alone.
 */
export function readTriage(directory: string): readonly ObservedKinds[] {
  return readLoggedDocument('small', join(directory, RUN_FILES.triage), triageSchema)?.kinds ?? [];
}

/** Merges the triage findings from the parts of a merged run, keeping those whose failures the merged run stores. */
export function mergeTriage(parts: readonly string[], directory: string): void {
  const isStored = ({ signature, test }: ObservedKinds): boolean =>
    existsSync(join(directory, getFailureFolder(signature, test)));
  writeTriage(directory, parts.flatMap(readTriage).filter(isStored));
}
