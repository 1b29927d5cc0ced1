import { z } from 'zod';
import { createDocumentListSchema, listRuleIds, UsageError } from '../../transactions/index.js';
import { formatOneLine, isDateString, makeUnknownNameError, matchesGlob } from '../basics/index.js';
import { readDocument } from '../input/index.js';
import { NONDETERMINISM, PSEUDO_RULES } from './finding.js';

/** The schema of a known issue. */
export const knownIssueSchema = z
  .strictObject({
    /** The bucket; `*` matches any text. */
    signature: z.string().min(1).optional(),
    rule: z.string().min(1).optional(),
    reason: z.string().min(1),
    owner: z.string().min(1),
    /** The last day on which it is valid, such as `2026-12-31`. */
    expires: z.string().refine(isDateString, 'a date such as 2026-12-31'),
  })
  .refine(({ signature, rule }) => signature !== undefined || rule !== undefined, 'a signature or a rule');

/** An accepted failure. It is shown, but neither fails nor stops the run. */
export type KnownIssue = z.infer<typeof knownIssueSchema>;

/**
 * Reads the known issues from a JSON file. Throws `UsageError` for an invalid file, an unknown rule, or an issue that
 * expired before `today`, which has the form `2026-12-31`. An issue that never expired would hide the next bug.
 *
 * @param others names that an issue may have in place of a rule
 */
export function readKnownIssues(file: string, today: string, others: readonly string[] = []): KnownIssue[] {
  const issues = readDocument('knownIssues', file, createDocumentListSchema(knownIssueSchema));
  const rules: string[] = [...listRuleIds(), ...PSEUDO_RULES, NONDETERMINISM, ...others];
  for (const { rule } of issues) {
    if (rule === undefined || rules.includes(rule)) continue;
    const { message } = makeUnknownNameError('rule', rule, rules);
    throw new UsageError(`Invalid known issues ${file}: ${message}`);
  }
  const expired = issues.find((issue) => !isValidOn(today, issue));
  if (expired !== undefined) {
    const { signature, rule, owner, expires } = expired;
    throw new UsageError(
      `Known issue "${signature ?? rule}" in ${file} expired on ${expires}: ask ${owner} to fix, renew or remove it`,
    );
  }
  return issues;
}

/** Says in one line why a failure is excused, by whom and until when. */
export function formatKnownIssue({ reason, owner, expires }: KnownIssue): string {
  return formatOneLine(`${reason} (${owner}, until ${expires})`);
}

/** Returns the issues that still excuse failures on a day. */
export function listValidIssues(issues: readonly KnownIssue[], today: string): KnownIssue[] {
  return issues.filter((issue) => isValidOn(today, issue));
}

function isValidOn(today: string, { expires }: KnownIssue): boolean {
  return expires >= today;
}

/**
 * Finds the issue that excuses a failure, if any. Testbench errors are excused only by issues that name them, since a
 * pattern that matches every failure is meant for failures of the design.
 */
export function findKnownIssue(
  issues: readonly KnownIssue[],
  failure: { readonly signature: string; readonly rule: string },
): KnownIssue | undefined {
  return issues.find(
    ({ signature, rule }) =>
      (rule === undefined
        ? !isTestbenchRule(failure.rule) || startsWithWord(signature!, failure.rule)
        : rule === failure.rule) &&
      (signature === undefined || matchesGlob(failure.signature, signature)),
  );
}

function isTestbenchRule(rule: string): boolean {
  return rule === 'error' || rule === NONDETERMINISM;
}

/** Whether a pattern starts with the given word. Signatures start with their rule or the word used in its place. */
function startsWithWord(pattern: string, word: string): boolean {
  return pattern.startsWith(`${word} `);
}
