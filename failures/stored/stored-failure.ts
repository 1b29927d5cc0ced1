import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { FAILURE_FILES, getFailureFolder } from '../../harness/basics/index.js';
import { readBounded } from '../../harness/input/index.js';
import { violationSchema } from '../../harness/records/index.js';
import { readLogged, requireLogged } from '../../harness/run-directory/index.js';
import type { ExplanationFindings } from '../../harness/triage-findings/index.js';
import { type ChoicePoint, POINT_NAMES } from '../../rtl-model/index.js';
import {
  createDocumentListSchema,
  decodeScenario,
  escapeLine,
  escapeMultilineText,
  getRuleText,
  parseJson,
  type Scenario,
  safeParse,
  truncateMiddle,
  UsageError,
  type Violation,
} from '../../transactions/index.js';

const MAX_SENTENCE_LENGTH = 4000;

const sentence = z.string().transform((text) => escapeLine(truncateMiddle(text, MAX_SENTENCE_LENGTH)));
const count = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
const share = z.number().min(0).max(1);
const shares = { share, otherwise: share, runs: count };

const choice = {
  choice: count,
  cycle: count,
  point: z.custom<ChoicePoint>((name) => POINT_NAMES.some((point) => point === name)),
  wave: count.exactOptional(),
  value: count,
  unit: z.literal('cycles').exactOptional(),
  text: sentence,
};

const whySchema: z.ZodType<ExplanationFindings> = z.object({
  signature: sentence,
  choices: count,
  runs: count,
  curve: createDocumentListSchema(z.object({ choice: count, ...shares })),
  decisive: createDocumentListSchema(
    z.object({
      ...choice,
      before: share,
      after: share,
      since: count.exactOptional(),
      bands: createDocumentListSchema(z.object({ from: count, to: count, ...shares })),
    }),
  ),
  nearestPass: z.object({ choice: count, only: z.boolean(), text: sentence, event: sentence }).nullable(),
  fewest: z.object({ choices: createDocumentListSchema(z.object(choice)), complete: z.boolean() }),
});

/** Reads triage's explanation from a failure's folder, or returns undefined if it is missing or corrupt. */
export function readExplanation(folder: string): ExplanationFindings | undefined {
  const file = join(folder, FAILURE_FILES.why);
  if (!existsSync(file)) return undefined;
  try {
    return safeParse(whySchema, parseJson(readLogged('small', file))).data;
  } catch {
    return undefined;
  }
}

/** A failure stored in a run directory. */
export interface StoredFailure {
  readonly signature: string;
  /** The test's id. */
  readonly test: string;
  readonly violations: readonly Violation[];
  readonly message?: string;
  /** Absent if no scenario could be generated, or if it comes from another model version. */
  readonly scenario?: Scenario;
}

/** The maximum length of a message, in characters. Messages may include test output. */
const MAX_MESSAGE_LENGTH = 100_000;

const documentSchema = z.object({
  violations: createDocumentListSchema(violationSchema),
  message: z
    .string()
    .transform((text) => escapeMultilineText(truncateMiddle(text, MAX_MESSAGE_LENGTH)))
    .optional(),
});

const userRulesSchema = z.object({ ownRules: z.record(z.string(), z.string()).exactOptional() });

/**
 * Throws `UsageError` if a stored failure was found by a user-defined rule that is not loaded, since its replay would
 * pass. The message names the file that defines the rule.
 */
export function requireUserRules(folder: string): void {
  const file = join(folder, FAILURE_FILES.violations);
  if (existsSync(file)) requireLogged(file, readBounded('failure', file));
  const document = existsSync(file) ? safeParse(userRulesSchema, readJson(file)).data : undefined;
  for (const [rule, source] of Object.entries(document?.ownRules ?? {})) {
    if (getRuleText(rule) !== undefined) continue;
    const option = /^pops-tb\.config\./.test(basename(source)) ? '--config' : '--config or --suite-file';
    throw new UsageError(
      `Cannot replay "${folder}": it was found by rule ${rule}, which ${source} defines; pass that file with ${option}`,
    );
  }
}

/** Reads a test's failure from a run directory, or returns undefined if it is corrupt or was not stored in full. */
export function readFailure(directory: string, signature: string, test: string): StoredFailure | undefined {
  const folder = join(directory, getFailureFolder(signature, test));
  const document = readDocument(folder);
  if (document === undefined) return undefined;
  const { violations, message } = document;
  const scenario = readScenarioFile(join(folder, FAILURE_FILES.scenario));
  return {
    signature,
    test,
    violations,
    ...(message === undefined ? {} : { message }),
    ...(scenario === undefined ? {} : { scenario }),
  };
}

/** Returns the violations in a failure's folder, or an empty list if there are none. */
export function readViolations(folder: string): readonly Violation[] {
  return readDocument(folder)?.violations ?? [];
}

function readDocument(folder: string): z.infer<typeof documentSchema> | undefined {
  const file = join(folder, FAILURE_FILES.violations);
  return existsSync(file) ? safeParse(documentSchema, readJson(file)).data : undefined;
}

function readJson(file: string): unknown {
  try {
    return parseJson(readLogged('failure', file));
  } catch {
    return undefined;
  }
}

/** Reads a run's scenario file, or returns undefined if it is missing, corrupt or from another model version. */
export function readScenarioFile(file: string): Scenario | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return decodeScenario(readLogged('scenario', file), file);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
