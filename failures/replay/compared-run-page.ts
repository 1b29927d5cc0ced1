import type { TracedLine } from '../../harness/one-test/index.js';
import { findFirstDifference } from '../viewer/first-difference.js';
import type { OverlaidRun } from '../viewer/viewer-data.js';
import type { ComparedRun } from './compared-run.js';

/**
 * Returns the `against` field of `replay --against --json`, with the first event of each run that is missing from the
 * other, or null if the runs are identical.
 */
export function buildComparedDocument(firstLines: readonly TracedLine[], other: ComparedRun) {
  const { scenario, finding } = other.result;
  return {
    against: {
      test: scenario.name,
      chip: scenario.chip,
      verdict: finding === undefined ? 'pass' : 'fail',
      signature: finding?.signature ?? null,
      repro: other.repro,
      sharesChoices: other.sharesChoices,
      difference: findFirstDifference(firstLines, other.transactions) ?? null,
    },
  };
}

/** Formats a comparison as lines of text. */
export function formatComparison({ against }: ReturnType<typeof buildComparedDocument>): string {
  const { test, chip, signature, difference, sharesChoices } = against;
  const outcome = signature === null ? 'passes' : `fails with ${signature}`;
  const otherRun = `${test} on ${chip}, which ${outcome}${sharesChoices ? " with this run's choices" : ''}`;
  if (difference === null) return `against   ${otherRun}: identical, event for event`;
  const { here = 'every event also occurs there', there = 'every event also occurs here' } = difference;
  return [
    `against   ${otherRun}; the runs first differ at cycle ${difference.cycle}`,
    `here      ${here}`,
    `there     ${there}`,
  ].join('\n');
}

/** Returns the other run in the form that the viewer needs to overlay it on this one. */
export function makeOverlaidRun({ result, transactions, repro, sharesChoices }: ComparedRun): OverlaidRun {
  return {
    scenario: result.scenario,
    lines: transactions,
    violations: result.verdict.violations,
    repro,
    sharesChoices,
  };
}
