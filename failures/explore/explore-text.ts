import { fillText, formatNumber, formatQuantity } from '../../base/text/index.js';
import type { Scenario } from '../../transactions/index.js';
import { withEventNumbers } from './event-numbers.js';
import type { ExploreResult } from './explore.js';
import type { ExploreFinding } from './explore-finding.js';
import { hasSameClock } from './same-cycle.js';
import { listUncomparedParts, MAX_COMPARED_WAVES } from './scope.js';
import { formatScene, formatSignOff } from './sign-off.js';
import type { RangeCheck } from './within-ranges.js';

/** A finding to print. */
export interface ReportedFinding {
  readonly finding: ExploreFinding;
  readonly within: RangeCheck;
  /** The command that replays the finding's order. */
  readonly repro: string;
  /** The command that replays the finding by timing within the knobs' ranges. */
  readonly timedRepro?: string;
}

/** Indentation of continuation lines, in rows and in steps. */
const INDENT = { row: 10, step: 6 };

/**
 * Formats the output of `explore`: the findings, then the extent of the search, what it does not cover, and what it
 * proved.
 *
 * @param width line width in characters; commands may exceed it.
 * @param command command that repeats the search.
 */
export function formatExploration(
  scene: Scenario,
  explored: ExploreResult,
  reported: readonly ReportedFinding[],
  width: number,
  command: string,
): string {
  const {
    findings,
    complete,
    bounded,
    runs,
    randomRuns,
    ends,
    states,
    reductions,
    seconds,
    pinned,
    leftOut,
  } = explored;
  const outcome = complete ? 'complete' : `bounded: ${bounded.join('; ')}`;
  const rows = [
    `${scene.name} on ${scene.chip}, ${formatScene(scene)}: ${outcome}`,
    `search    ${formatQuantity(runs, 'run')}${randomRuns === 0 ? '' : ` (${formatNumber(randomRuns)} in random orders)`}, ${formatNumber(ends)} ran to the end; ${formatQuantity(states, 'state')} with a choice; ${formatQuantity(reductions, 'step')} reduced; ${seconds.toFixed(1)} s`,
    formatComparedRow(scene, explored),
    `findings  ${findings.length === 0 ? 'none' : formatNumber(findings.length)}`,
    `memory    ${formatQuantity(explored.memories.length, 'final state')}`,
    'judged    one history per state: a rule that depends on earlier events may miss a violation visible only in another history',
    `clock     ${hasSameClock(scene) ? 'events that meet at one unit may share a cycle; otherwise one event per cycle' : 'one event per cycle (with --same-clock, events that meet at one unit may share a cycle)'}`,
    'times     ignored: events occur in any order, regardless of their latencies',
    `pinned    formation timeouts never occur; ${pinned.length === 0 ? 'no other choice' : pinned.join(', ')}`,
    `unchecked rules that compare cycles: ${leftOut.join(', ')}`,
  ];
  return [
    ...reported.flatMap((finding) => formatFinding(finding, width)),
    ...rows.map((row) => fillText(row, width, INDENT.row)),
    '',
    fillText(formatSignOff(scene, explored), width, 0),
    command,
  ].join('\n');
}

function formatComparedRow(scene: Scenario, { spaces }: ExploreResult): string {
  const uncovered = listUncomparedParts(scene, new Set(spaces));
  const caveat = uncovered.length === 0 ? '' : `, none of them with ${uncovered.join(', ')}`;
  return `compared  with the search of every order only in scenes of up to ${MAX_COMPARED_WAVES} waves${caveat}`;
}

function formatFinding({ finding, within, repro, timedRepro }: ReportedFinding, width: number): string[] {
  const { signature, violation, schedule } = finding;
  return [
    `FAIL  ${signature}`,
    ...(violation === undefined ? [] : [fillText(withEventNumbers(violation.observed), width, 0)]),
    ...schedule.map((sentence, index) =>
      fillText(`${String(index + 1).padStart(4)}. ${sentence}`, width, INDENT.step),
    ),
    repro,
    ...(within.can === 'yes'
      ? ['within the ranges of the knobs: yes, with the times of', timedRepro!]
      : [
          fillText(`within the ranges of the knobs: ${within.can}; ${within.why}`, width, 0),
          ...within.contradiction.map((sentence) => fillText(`      ${sentence}`, width, INDENT.step)),
        ]),
    '',
  ];
}

/** Makes the document that `explore --json` prints. */
export function buildExploreDocument(
  scene: Scenario,
  explored: ExploreResult,
  reported: readonly ReportedFinding[],
  command: string,
) {
  const { runs, states, complete, findings: _, memories, ...rest } = explored;
  return {
    schedules: runs,
    states,
    complete,
    violations: reported.map(
      ({ finding: { signature, violation, schedule }, within, repro, timedRepro }) => ({
        signature,
        rule: violation?.rule ?? null,
        message: violation === undefined ? null : withEventNumbers(violation.observed),
        schedule,
        repro,
        withinRanges:
          within.can === 'yes'
            ? { can: within.can, repro: timedRepro! }
            : { can: within.can, why: within.why, contradiction: within.contradiction },
      }),
    ),
    ...rest,
    memories: memories.length,
    signOff: `${formatSignOff(scene, explored)} By: ${command}`,
  };
}
