import { getRuleText, listRuleIds, type RuleId, UsageError } from '../../transactions/index.js';
import { makeUnknownNameError } from '../basics/index.js';

/** The findings expected for a program, as stated in its source. */
export interface Expectation {
  /** Rules that must fire as errors. No other rules may, except as a consequence. Empty for a correct program. */
  readonly errors: readonly RuleId[];
  /** Rules that must fire as warnings; others may too. */
  readonly warnings: readonly RuleId[];
  /** Rules that may or may not fire as errors, depending on timing. */
  readonly allowed: readonly RuleId[];
}

/** A line of assembly source that states an expectation. */
interface ExpectationLine {
  readonly key: string;
  readonly value: string;
  /** The line number, counted from 1. */
  readonly line: number;
}

const FIELDS = {
  expect: 'errors',
  'expect-warning': 'warnings',
  allow: 'allowed',
} as const satisfies Record<string, keyof Expectation>;

/** The keys of expectation lines. */
export const EXPECTATION_KEYS: readonly string[] = Object.keys(FIELDS);

/** The word used in place of rules if the program is correct. */
const PASS = 'pass';

/** Combines expectation lines. Returns undefined if there are none. Throws `UsageError` for unknown rules. */
export function readExpectation(lines: readonly ExpectationLine[], file: string): Expectation | undefined {
  if (lines.length === 0) return undefined;
  const rules: Record<keyof Expectation, RuleId[]> = { errors: [], warnings: [], allowed: [] };
  let expectsPass = false;
  for (const { key, value, line } of lines) {
    const words = value.split(/[\s,]+/).filter((word) => word !== '');
    if (words.length === 0)
      throw new UsageError(
        `Invalid ${key} directive in ${file}, line ${line}: expected rules, like "${key}: RACE-01"`,
      );
    const ids = words.filter((word) => key !== 'expect' || word !== PASS);
    expectsPass ||= ids.length < words.length;
    rules[FIELDS[key as keyof typeof FIELDS]].push(...ids.map((id) => requireRule(id, file, line)));
  }
  if (expectsPass && rules.errors.length > 0)
    throw new UsageError(
      `Contradictory expectation in ${file}: it expects both ${PASS} and ${rules.errors.join(', ')}`,
    );
  return rules;
}

function requireRule(id: string, file: string, line: number): RuleId {
  if (getRuleText(id) !== undefined) return id as RuleId;
  throw new UsageError(`${makeUnknownNameError('rule', id, listRuleIds()).message} (${file}, line ${line})`);
}
