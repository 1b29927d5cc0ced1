import type { z } from 'zod';
import { findNearestName } from './input/nearest-name.js';
import { MAX_REPORTED_ISSUES } from './input/safe-parse.js';

type Issue = z.core.$ZodIssue;

/** Formats a path of keys and indices, such as `draws[0].samples`. An empty path becomes `the document`. */
function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else text += text === '' ? String(key) : `.${String(key)}`;
  }
  return text === '' ? 'the document' : text;
}

function getValue(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function formatValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  const hasJson = typeof value !== 'bigint' && typeof value !== 'symbol';
  const text = hasJson ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function formatBound(issue: Issue): string {
  if (issue.code === 'too_small') {
    const noun = issue.minimum === 1 ? ' element' : ' elements';
    const unit = issue.origin === 'array' || issue.origin === 'string' ? noun : '';
    return `at least ${issue.minimum}${unit}`;
  }
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  return issue.message;
}

function formatExpectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'tuple') return 'a list';
      return issue.expected === 'int' ? 'an integer' : `a value of type ${issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? String(issue.values[0])
        : `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return formatUnion(issue);
    default:
      return formatBound(issue);
  }
}

function formatUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const options = issue.errors.flatMap((branch) =>
    branch.flatMap((inner) => (inner.code === 'invalid_value' ? inner.values.map(String) : [])),
  );
  const known = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
  const allowed = options.length > 0 ? options : known;
  return allowed.length > 0 ? `one of ${allowed.join(', ')}` : 'a different shape';
}

/** Returns the nearest allowed word for a misspelt one, or undefined. */
function findSuggestion(issue: Issue, value: unknown): string | undefined {
  if (typeof value !== 'string' || issue.code !== 'invalid_value') return undefined;
  return findNearestName(value, issue.values.map(String));
}

/** Describes an issue in one clause, or in one for each unknown field. */
function describeIssue(issue: Issue, root: unknown): string[] {
  if (issue.code === 'unrecognized_keys') {
    const where = issue.path.length === 0 ? '' : ` in ${formatPath(issue.path)}`;
    const advice = issue.message.split('\n');
    return advice.map((line, index) => `unknown field "${issue.keys[index]}"${where}: ${line}`);
  }
  const value = getValue(root, issue.path);
  const near = findSuggestion(issue, value);
  const advice = near === undefined ? `expected ${formatExpectation(issue)}` : `did you mean ${near}?`;
  return [`${formatPath(issue.path)} is ${formatValue(value)}; ${advice}`];
}

/**
 * Describes the first issue from `safeParse` in one clause: the path, what was found there, and what was
 * expected. `root` is the value that was checked.
 */
export function describeFirstIssue(error: z.ZodError, root: unknown): string {
  return describeIssue(error.issues[0]!, root)[0]!;
}

/** Describes all issues as `describeFirstIssue` does: a single one in one sentence, several after their number. */
export function describeIssues(error: z.ZodError, root: unknown): string {
  const all = error.issues.flatMap((issue) => describeIssue(issue, root));
  return all.length > 1 || all[0]!.endsWith('?') ? joinIssues(all) : `${all[0]}.`;
}

/** Joins descriptions of issues: a single one unchanged, several after their number. */
export function joinIssues(all: readonly string[]): string {
  if (all.length === 1) return all[0]!;
  const lines = all.slice(0, MAX_REPORTED_ISSUES);
  const others = all.length - lines.length;
  return [`${all.length} errors`, ...lines, ...(others > 0 ? [`${others} more`] : [])].join('; ');
}
