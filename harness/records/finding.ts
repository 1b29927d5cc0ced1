import { chipOf } from '../../arch/index.js';
import { errorText, firstLine } from '../../base/basics/index.js';
import type { IllegalHit } from '../../coverage/index.js';
import type { Scenario, Verdict, Violation } from '../../transactions/index.js';
import { DesignError, signatureOf } from '../../transactions/index.js';
import { OwnCodeError } from '../extension/own-code.js';
import { DEVICE, type DeviceFinding, deviceLine } from './device-finding.js';

/** Result of a test. `inconclusive`: a budget ended it; `error`: an exception or a limit did (`originOf`). */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'error';

/** Outcomes by the number that batches carry. */
export const OUTCOMES = ['passed', 'failed', 'inconclusive', 'error'] as const satisfies readonly Outcome[];

/** Stands for a rule in the finding of a test in which a rule lacked data: it has not fired, nor passed. */
export const UNCHECKED = 'unchecked';

/** Stands for a rule in the finding of a test that did not repeat itself. */
export const NONDETERMINISM = 'nondeterminism';

/** Words that stand for a rule where none fired. */
export const RULE_WORDS = ['inconclusive', UNCHECKED, 'illegal-bin', 'structure', 'error', DEVICE] as const;

/** Why a test did not pass: its bucket and the rule, or the word that stands for one. */
export interface Finding {
  readonly outcome: Exclude<Outcome, 'passed'>;
  /** Bucket; free of numbers that change from seed to seed (checking.md). */
  readonly signature: string;
  /** Rule id, or one of `RULE_WORDS`. */
  readonly rule: string;
  /** What happened, where no violation says it. */
  readonly message?: string;
}

/**
 * Judges a verdict against what the scenario expects: undefined when the test passes. A test without `expects` passes
 * when no error fired and no rule lacked data; with them, when exactly those rules did (checking.md, "Verdicts"): an
 * expected violation, such as a hang, may leave other rules without data. What a device broke of its own invariants fails a test that
 * no rule fails.
 */
export function findingOf(
  scenario: Scenario,
  verdict: Verdict,
  device: readonly DeviceFinding[] = [],
): Finding | undefined {
  const errors = verdict.violations.filter(({ severity }) => severity === 'error');
  const unexpected = errors.find(({ rule }) => !scenario.expects.includes(rule));
  if (unexpected !== undefined) {
    return { outcome: 'failed', signature: bucketOf(scenario, unexpected), rule: unexpected.rule };
  }
  const broken = device.find(({ signature }) => signature !== undefined) ?? device[0];
  if (broken !== undefined && errors.length === 0) {
    const signature = broken.signature ?? bucket(`${DEVICE} ${broken.unit}`, scenario);
    // What a design did says all.
    const message = broken.signature === undefined ? device.map(deviceLine).join('\n') : broken.claim;
    return { outcome: 'failed', signature, rule: DEVICE, message };
  }
  if (verdict.inconclusive) {
    return { outcome: 'inconclusive', signature: bucket('inconclusive', scenario), rule: 'inconclusive' };
  }
  const unchecked = scenario.expects.length === 0 ? verdict.unchecked[0] : undefined;
  if (unchecked !== undefined) {
    return { outcome: 'failed', signature: bucket(`unchecked ${unchecked.rule}`, scenario), rule: UNCHECKED };
  }
  const silent = scenario.expects.find((rule) => !errors.some((violation) => violation.rule === rule));
  if (silent === undefined) return undefined;
  return { outcome: 'failed', signature: bucket(`expected-${silent}`, scenario), rule: silent };
}

/** Signature of a violation of a scenario. */
export function bucketOf(scenario: Scenario, violation: Violation): string {
  return signatureOf(violation, chipOf(scenario.chip).gfx, programName(scenario, violation));
}

/**
 * Judges the illegal bins that a test hit: coverage saw what cannot happen, so design, stimulus or covergroup is wrong.
 * A test that expects rules to fire breaks things on purpose and may hit them.
 */
export function illegalFinding(scenario: Scenario, hits: readonly IllegalHit[]): Finding | undefined {
  const first = scenario.expects.length === 0 ? hits[0] : undefined;
  if (first === undefined) return undefined;
  const signature = bucket(`illegal-bin ${first.bin}`, scenario);
  const message = hits.map(({ bin, text }) => `illegal bin ${bin}: ${text}`).join('\n');
  return { outcome: 'failed', signature, rule: 'illegal-bin', message };
}

/** The finding for a test in which the testbench itself failed, or that took too long; numbers are taken out of the message. */
export function errorFinding(error: unknown): Finding {
  if (error instanceof OwnCodeError) {
    const what = firstLine(errorText(error.cause)).replace(/0x[0-9a-f]+|\d+/gi, 'N');
    return { outcome: 'error', signature: `error in ${error.owner}: ${what}`.slice(0, 106), rule: 'error' };
  }
  if (error instanceof DesignError) {
    // Its message differs from test to test; its exit code does not.
    const what = error.message
      .replace(/^(the design (?:has ended|did not)[^:]*):.*/, '$1')
      .replace(/ "[^"]*"/g, '')
      .replace(/(?<!exit code )\b\d+/g, 'N');
    return { outcome: 'error', signature: what.slice(0, 106), rule: 'error' };
  }
  const message = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  const shape = firstLine(message).replace(/0x[0-9a-f]+|\d+/gi, 'N');
  const signature = shape.startsWith('Error timeout: ') ? shape.slice('Error '.length) : `error ${shape}`;
  return { outcome: 'error', signature: signature.slice(0, 106), rule: 'error' };
}

/** What ended a test with outcome `error`: a bug of the testbench, the user's own code, or a limit of time or memory. */
export type ErrorOrigin = 'testbench' | 'own code' | 'limit';

/** The origin of an error, from the bucket that `errorFinding` gave it. */
export function originOf(signature: string): ErrorOrigin {
  if (signature.startsWith('error in ')) return 'own code';
  return /^timeout: |out of memory/i.test(signature) ? 'limit' : 'testbench';
}

/** Whether a bucket is a bug of the testbench for sure: an invariant that broke in a clean device, or an exception of that kind. */
export function isInternalError({ rule, signature }: Pick<Finding, 'rule' | 'signature'>): boolean {
  return rule === 'error' && /^error (?:Assertion|Type|Range|Reference)Error /.test(signature);
}

function bucket(what: string, scenario: Scenario): string {
  return `${what} ${chipOf(scenario.chip).gfx} ${scenario.programs[0]!.name}`;
}

function programName(scenario: Scenario, { place }: Violation): string {
  const draw = scenario.draws[place.draw ?? 0];
  return scenario.programs[draw?.program ?? 0]!.name;
}
