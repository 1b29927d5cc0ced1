import { z } from 'zod';
import { chipOf } from '../../arch/index.js';
import type { IllegalHit } from '../../coverage/index.js';
import {
  createDocumentListSchema,
  DesignError,
  escapeLine,
  getFailureSignature,
  isRuleId,
  type RuleId,
  type Scenario,
  truncateMiddle,
  type Verdict,
  type Violation,
} from '../../transactions/index.js';
import { getErrorMessage, getFirstLine } from '../basics/index.js';
import { UserCodeError } from '../extension/user-code.js';

/** Used in place of a rule if the device under test violated its own invariants. It is weaker evidence than a rule. */
export const DEVICE = 'DEVICE';

/** A violation, by the device under test, of an invariant that every correct device maintains. */
export interface DeviceFinding {
  /** One line: the invariant violated, or why the device could not continue. */
  readonly claim: string;
  /** The unit that asserts it, such as `spi`; `device` if several do; `design` if an external design misbehaved. */
  readonly unit: string;
  /** The module that asserts it, such as `spi/exit-tracker`; absent if there is none. */
  readonly module?: string;
  /** The cycle in which it was first violated. */
  readonly cycle: number;
  /** How many times it was violated. */
  readonly times: number;
  /** Present if the device could not continue afterwards. */
  readonly ended?: true;
  /** The bucket for an external design that misbehaved; otherwise absent, and the bucket is named after the unit. */
  readonly signature?: string;
}

/** Returns a test's first device finding as rule and unit (`DEVICE spi`), to group failures; empty if there is none. */
export function listDeviceErrors([first]: readonly DeviceFinding[] = []): readonly string[] {
  return first === undefined ? [] : [`${DEVICE} ${first.unit}`];
}

/**
 * Formats a finding, for example `DEVICE spi at cycle 812: only a value in flight can arrive (spi/exit-tracker, 3
 * times)`.
 */
export function formatDeviceFinding({ claim, unit, module, cycle, times, ended }: DeviceFinding): string {
  const notes = [...(module === undefined ? [] : [module]), ...(times > 1 ? [`${times} times`] : [])];
  const details = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return `${DEVICE} ${unit} at cycle ${cycle}: ${claim}${details}${ended === true ? '; the run ended there' : ''}`;
}

/** A single line of untrusted text, such as a signature. */
export const lineSchema = z.string().max(4096).transform(escapeLine);

/** The maximum length of a sentence in a violation, in characters. */
const MAX_SENTENCE_LENGTH = 4000;

/** A sentence of a stored violation or explanation. */
export const sentenceSchema = z
  .string()
  .transform((text) => escapeLine(truncateMiddle(text, MAX_SENTENCE_LENGTH)));

/** The parts in which the schemas of violations differ: kind of object, numbers, names and texts. */
interface ViolationParts {
  readonly object: (shape: Record<string, z.ZodType>) => z.ZodType;
  readonly number: z.ZodNumber;
  /** Ids and coordinates. */
  readonly id: z.ZodNumber;
  readonly name: z.ZodType<string>;
  readonly text: z.ZodType<string>;
}

/** Creates the schema of a violation. */
export function makeViolationSchema({
  object,
  number,
  id,
  name,
  text,
}: ViolationParts): z.ZodType<Violation> {
  const place = object({
    draw: number.exactOptional(),
    wave: number.exactOptional(),
    otherWave: number.exactOptional(),
    packer: number.exactOptional(),
    id: id.exactOptional(),
    primitive: number.exactOptional(),
    otherPrimitive: number.exactOptional(),
    pixel: z.tuple([id, id]).exactOptional(),
    sample: number.exactOptional(),
    address: number.exactOptional(),
    pc: number.exactOptional(),
    instruction: name.exactOptional(),
  });
  return object({
    rule: z.custom<RuleId>(isRuleId, 'a rule id'),
    severity: z.enum(['error', 'warning']),
    cycle: z.number(),
    unit: name,
    place,
    allowed: text,
    observed: text,
    steps: createDocumentListSchema(text),
    hint: text,
    freedom: text.exactOptional(),
  }) as z.ZodType<Violation>;
}

const number = z.number();

/** The schema of a violation in a failure's files. It escapes and truncates strings. */
export const violationSchema = makeViolationSchema({
  object: z.object,
  number,
  id: number,
  name: sentenceSchema,
  text: sentenceSchema,
});

/** A test's outcome: `inconclusive` if it exceeded its budget, `error` if it threw or hit a limit. */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'error';

/** The outcomes, indexed by the numbers stored in batches. */
export const OUTCOMES = ['passed', 'failed', 'inconclusive', 'error'] as const satisfies readonly Outcome[];

/** Used in place of a rule if a test lacks the data needed to check it. */
export const UNCHECKED = 'unchecked';

/** Used in place of a rule for a nondeterministic test. */
export const NONDETERMINISM = 'nondeterminism';

/** The words used in place of a rule if none fired. */
export const PSEUDO_RULES = ['inconclusive', UNCHECKED, 'illegal-bin', 'error', DEVICE] as const;

/** Why a test did not pass. */
export interface Finding {
  readonly outcome: Exclude<Outcome, 'passed'>;
  /** The bucket, which contains no seed-dependent numbers (checking.md). */
  readonly signature: string;
  /** A rule id, or one of `PSEUDO_RULES`. */
  readonly rule: string;
  /** What happened, if no violation describes it. */
  readonly message?: string;
}

/**
 * Checks a verdict against the scenario's expectations. Returns undefined if the test passes. If `expects` is empty, a
 * test passes if no rule fired as an error and no rule lacked data. Otherwise, it passes if exactly those rules fired
 * (checking.md, "Verdicts"); an expected violation, such as a hang, may leave other rules without data. A test without
 * errors still fails if the device broke an invariant.
 */
export function getFinding(
  scenario: Scenario,
  verdict: Verdict,
  device: readonly DeviceFinding[] = [],
): Finding | undefined {
  const errors = verdict.violations.filter(({ severity }) => severity === 'error');
  const unexpected = errors.find(({ rule }) => !scenario.expects.includes(rule));
  if (unexpected !== undefined) {
    return { outcome: 'failed', signature: getBucket(scenario, unexpected), rule: unexpected.rule };
  }
  const deviceFinding = device.find(({ signature }) => signature !== undefined) ?? device[0];
  if (deviceFinding !== undefined && errors.length === 0) {
    const signature = deviceFinding.signature ?? makeBucket(`${DEVICE} ${deviceFinding.unit}`, scenario);
    // For an external design, the message alone says enough.
    const message =
      deviceFinding.signature === undefined
        ? device.map(formatDeviceFinding).join('\n')
        : deviceFinding.claim;
    return { outcome: 'failed', signature, rule: DEVICE, message };
  }
  if (verdict.inconclusive) {
    return { outcome: 'inconclusive', signature: makeBucket('inconclusive', scenario), rule: 'inconclusive' };
  }
  const unchecked = scenario.expects.length === 0 ? verdict.unchecked[0] : undefined;
  if (unchecked !== undefined) {
    return {
      outcome: 'failed',
      signature: makeBucket(`unchecked ${unchecked.rule}`, scenario),
      rule: UNCHECKED,
    };
  }
  const missing = scenario.expects.find((rule) => !errors.some((violation) => violation.rule === rule));
  if (missing === undefined) return undefined;
  return { outcome: 'failed', signature: makeBucket(`expected-${missing}`, scenario), rule: missing };
}

/** Returns the violation that a finding is named after: the first error of its rule, or undefined if it names none. */
export function findNamingViolation(
  { rule }: Pick<Finding, 'rule'>,
  violations: readonly Violation[],
): Violation | undefined {
  return violations.find((violation) => violation.rule === rule && violation.severity === 'error');
}

/** Returns the failure signature of a violation in a scenario. */
export function getBucket(scenario: Scenario, violation: Violation): string {
  return getFailureSignature(violation, chipOf(scenario.chip).gfx, getProgramName(scenario, violation));
}

/**
 * Returns the finding for the illegal bins that a test hit, if any. A hit means that the design, stimulus or covergroup
 * is wrong. A test that expects rules to fire is deliberately broken, and may hit such bins.
 */
export function getIllegalFinding(scenario: Scenario, hits: readonly IllegalHit[]): Finding | undefined {
  const first = scenario.expects.length === 0 ? hits[0] : undefined;
  if (first === undefined) return undefined;
  const signature = makeBucket(`illegal-bin ${first.bin}`, scenario);
  const message = hits.map(({ bin, text }) => `illegal bin ${bin}: ${text}`).join('\n');
  return { outcome: 'failed', signature, rule: 'illegal-bin', message };
}

/** Creates the finding for a test that threw or hit a limit. Its signature contains no test-specific numbers. */
export function makeErrorFinding(error: unknown): Finding {
  if (error instanceof UserCodeError) {
    const label = getFirstLine(getErrorMessage(error.cause)).replace(/0x[0-9a-f]+|\d+/gi, 'N');
    return { outcome: 'error', signature: `error in ${error.owner}: ${label}`.slice(0, 106), rule: 'error' };
  }
  if (error instanceof DesignError) {
    // The message differs from test to test; the exit code does not.
    const label = error.message
      .replace(/^(the design (?:exited|did not)[^:]*):.*/, '$1')
      .replace(/ "[^"]*"/g, '')
      .replace(/(?<!exited with code )\b\d+/g, 'N');
    return { outcome: 'error', signature: label.slice(0, 106), rule: 'error' };
  }
  const message = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  const label = getFirstLine(message).replace(/0x[0-9a-f]+|\d+/gi, 'N');
  // All timeouts share one bucket, regardless of the limit.
  const [, timeout] = /^Error (timeout: exceeded --test-time)/.exec(label) ?? [];
  return { outcome: 'error', signature: timeout ?? `error ${label}`.slice(0, 106), rule: 'error' };
}

/** The cause of an `error` outcome: a testbench bug, the user's own code, or a time or memory limit. */
export type ErrorOrigin = 'testbench' | 'user code' | 'limit';

/** Returns the origin of an error, based on the signature from `makeErrorFinding`. */
export function getErrorOrigin(signature: string): ErrorOrigin {
  if (signature.startsWith('error in ')) return 'user code';
  return /^timeout: |out of memory/i.test(signature) ? 'limit' : 'testbench';
}

/**
 * Whether an error must be a testbench bug: a broken invariant in a fault-free device, or an exception such as
 * TypeError.
 */
export function isInternalError({ rule, signature }: Pick<Finding, 'rule' | 'signature'>): boolean {
  return rule === 'error' && /^error (?:Assertion|Type|Range|Reference)Error /.test(signature);
}

function makeBucket(cause: string, scenario: Scenario): string {
  return `${cause} ${chipOf(scenario.chip).gfx} ${scenario.programs[0]!.name}`;
}

function getProgramName(scenario: Scenario, { place }: Violation): string {
  const draw = scenario.draws[place.draw ?? 0];
  return scenario.programs[draw?.program ?? 0]!.name;
}
