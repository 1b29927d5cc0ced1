import type { z } from 'zod';

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

/**
 * Describes the first issue from `safeParse` in one clause: the path, what was found there, and what was
 * expected. `root` is the value that was checked.
 */
export function describeFirstIssue(error: z.ZodError, root: unknown): string {
  const issue = error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    const where = issue.path.length === 0 ? '' : ` in ${formatPath(issue.path)}`;
    return `unknown field "${issue.keys[0]}"${where}: ${issue.message}`;
  }
  return `${formatPath(issue.path)} is ${formatValue(getValue(root, issue.path))}; expected ${formatExpectation(issue)}`;
}
