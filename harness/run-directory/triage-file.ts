import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  createDocumentListSchema,
  escapeLine,
  isRuleId,
  parseJson,
  type RuleId,
  safeParse,
} from '../../transactions/index.js';
import { getFailureFolder, RUN_FILES } from '../basics/index.js';
import { getMaxBytes } from '../input/index.js';
import { isTestId } from '../selection/test-name.js';
import type { ObservedKinds } from '../triage-findings/observed-kinds.js';
import type { Separation } from '../triage-findings/separation.js';
import { readLogged, writeAndLogHash } from './logged-files.js';

/** What triage found in a run. */
export interface TriageFindings {
  /** Pairs of rules that fired because of two different bugs. */
  readonly separations: readonly Separation[];
  /** The kinds of violation in shrunk failures. */
  readonly kinds: readonly ObservedKinds[];
}

const rule = z.custom<RuleId>(isRuleId, 'a rule id');
const text = z.string().max(getMaxBytes('logText')).transform(escapeLine);
const failure = {
  signature: z.string().max(getMaxBytes('logText')),
  test: z.string().refine(isTestId),
};

const triageSchema = z.strictObject({
  separations: createDocumentListSchema(z.strictObject({ cause: rule, other: rule, ...failure })),
  // Files from earlier versions have no kinds.
  kinds: createDocumentListSchema(
    z.strictObject({ ...failure, kinds: createDocumentListSchema(text) }),
  ).default([]),
});

const NO_FINDINGS: TriageFindings = { separations: [], kinds: [] };

/** Writes the triage findings next to the run's log. Does nothing if there are none. */
export function writeTriage(directory: string, { separations, kinds }: TriageFindings): void {
  if (separations.length + kinds.length === 0) return;
  const findings = {
    separations: separations.map(({ cause, other, signature, test }) => ({ cause, other, signature, test })),
    kinds,
  };
  writeAndLogHash(join(directory, RUN_FILES.triage), `${JSON.stringify(findings, undefined, 2)}\n`);
}

/**
 * Reads the triage findings; empty if triage did not run or its file cannot be used, in which case failures are grouped
 * by cause alone.
 */
export function readTriage(directory: string): TriageFindings {
  const file = join(directory, RUN_FILES.triage);
  if (!existsSync(file)) return NO_FINDINGS;
  try {
    return safeParse(triageSchema, parseJson(readLogged('small', file))).data ?? NO_FINDINGS;
  } catch {
    return NO_FINDINGS;
  }
}

/** Merges the triage findings from the parts of a merged run, keeping those whose failures the merged run stores. */
export function mergeTriage(parts: readonly string[], directory: string): void {
  const partFindings = parts.map(readTriage);
  const isStored = ({ signature, test }: { readonly signature: string; readonly test: string }): boolean =>
    existsSync(join(directory, getFailureFolder(signature, test)));
  const pairs = new Map<string, Separation>();
  for (const separation of partFindings.flatMap(({ separations }) => separations)) {
    const pair = `${separation.cause} ${separation.other}`;
    if (!pairs.has(pair) && isStored(separation)) pairs.set(pair, separation);
  }
  const kinds = partFindings.flatMap((findings) => findings.kinds).filter(isStored);
  writeTriage(directory, { separations: [...pairs.values()], kinds });
}
