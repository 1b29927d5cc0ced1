import { type ReplayResult, replayScenario, runScenarioTest } from '../../harness/one-test/index.js';
import { sortCausesFirst, sortForExplanation } from '../../harness/records/index.js';
import { readLogged } from '../../harness/run-directory/index.js';
import type { ShrunkFailure } from '../../harness/triage-findings/index.js';
import { decodeScenario, type Scenario, UsageError, type Violation } from '../../transactions/index.js';
import { makeOtherSchedule } from '../shrink/failure-probe.js';

/**
 * Reruns a shrunk failure. Returns undefined if its scenario is corrupt or from another version, or if it no longer
 * fails.
 */
export function rerunShrunkFailure(file: string): (ShrunkFailure & { readonly form: string }) | undefined {
  const replayed = replayFile(file);
  if (replayed === undefined) return undefined;
  const { scenario, run, verdict, finding, witness } = replayed;
  if (finding === undefined) return undefined;
  return {
    file,
    scenario,
    waves: run.waves,
    primitives: scenario.draws.reduce((sum, { depths }) => sum + depths.length, 0),
    observed: sortForExplanation(verdict.violations)[0]?.observed ?? '',
    form: describeSymptoms(replayed, finding),
    ...(witness === undefined ? {} : { witness }),
  };
}

/**
 * Describes a shrunk failure without numbers, by the rules that fire and the first violation's observation. Two
 * failures with the same signature but different descriptions are treated as two bugs until proven otherwise.
 */
function describeSymptoms({ verdict }: ReplayResult, finding: NonNullable<ReplayResult['finding']>): string {
  const errors = verdict.violations.filter(({ severity }) => severity === 'error');
  const rules = [...new Set(errors.map(({ rule }) => rule))].sort();
  const observed = errors[0]?.observed ?? finding.message ?? finding.signature;
  return `${rules.join(', ') || finding.rule}: ${withoutNumbers(observed)}`;
}

/** How many other schedules a shrunk case is run under, to collect the different ways its bug is reported. */
const OTHER_SCHEDULES = 20;

/**
 * Runs a shrunk case under its own and other schedules, and returns the kinds of violation seen, without numbers. How a
 * bug shows up depends on timing, so there may be several.
 */
export function collectKinds(scenario: Scenario): string[] {
  const kinds = new Set<string>();
  for (let attempt = 0; attempt <= OTHER_SCHEDULES; attempt++) {
    const schedule = attempt === 0 ? scenario.schedule : makeOtherSchedule(attempt);
    const { violations } = runScenarioTest({ ...scenario, schedule }).verdict;
    const errors = violations.filter(({ severity }) => severity === 'error');
    const [first] = sortCausesFirst(errors.map((violation) => ({ violation })));
    if (first !== undefined) kinds.add(getViolationKind(first.violation));
  }
  return [...kinds].sort();
}

/** Plural nouns that follow a count in an observation. */
const COUNTED_NOUNS =
  /\b(access|bit|cycle|draw|lane|line|pixel|primitive|quad|row|sample|slot|wave|word)e?s\b/g;

/**
 * Returns a violation's rule and observation, reworded so that they do not depend on counts, the kind of access or the
 * shading rate: `RACE-01: Still outstanding: N ordered access; the oldest is an access at pc N.`
 */
export function getViolationKind({ rule, observed }: Pick<Violation, 'rule' | 'observed'>): string {
  const text = withoutNumbers(observed)
    .replace(/\b(?:load|store|atomic)(s?)\b/g, (_, plural) => (plural === '' ? 'access' : 'accesses'))
    .replace(/\bsample N of /g, '')
    .replace(COUNTED_NOUNS, '$1')
    .replace(/\ba access\b/g, 'an access');
  return `${rule}: ${text}`;
}

function replayFile(file: string): ReplayResult | undefined {
  try {
    return replayScenario(decodeScenario(readLogged('scenario', file), file));
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/**
 * Returns the first line, with parenthesised parts removed and numbers replaced by `N`, since both vary with the seed.
 */
function withoutNumbers(text: string): string {
  return text
    .split('\n', 1)[0]!
    .replace(/\([^()]*\)/g, '')
    .replace(/0x[0-9a-f]+|\d{1,3}(?:,\d{3})+|\d+/gi, 'N')
    .replace(/ +/g, ' ');
}
