import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { present } from '../../arch/index.js';
import { FAILURE_FILES, getFailureFolder } from '../../harness/basics/index.js';
import { readBounded } from '../../harness/input/index.js';
import { violationSchema } from '../../harness/records/index.js';
import { readLogged, readLoggedDocument, requireLogged } from '../../harness/run-directory/index.js';
import { type ExplanationFindings, explanationSchema } from '../../harness/triage-findings/index.js';
import {
  createDocumentListSchema,
  decodeScenario,
  escapeMultilineText,
  getRuleText,
  type Scenario,
  truncateMiddle,
  UsageError,
  type Violation,
} from '../../transactions/index.js';

/** Reads triage's explanation from a failure's folder, or returns undefined if it is missing or corrupt. */
export function readExplanation(folder: string): ExplanationFindings | undefined {
  return readLoggedDocument('small', join(folder, FAILURE_FILES.why), explanationSchema);
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
  const document = readLoggedDocument('failure', file, userRulesSchema);
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
  return { signature, test, violations, ...present({ message, scenario }) };
}

/** Returns the violations in a failure's folder, or an empty list if there are none. */
export function readViolations(folder: string): readonly Violation[] {
  return readDocument(folder)?.violations ?? [];
}

function readDocument(folder: string): z.infer<typeof documentSchema> | undefined {
  return readLoggedDocument('failure', join(folder, FAILURE_FILES.violations), documentSchema);
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
