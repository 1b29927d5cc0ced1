import { fillText, formatNumber, formatQuantity } from '../../harness/text/index.js';
import type { Scenario } from '../../transactions/index.js';
import { withEventNumbers } from './event-numbers.js';
import type { ExploreResult } from './explore.js';
import type { ExploreFinding } from './explore-finding.js';
import { allowsSameCycle } from './same-cycle.js';
import { listUnvalidatedFeatures, MAX_COMPARED_WAVES } from './scope.js';
import { formatScene, formatSignOff } from './sign-off.js';
import type { RangeCheck } from './within-ranges.js';

/** A finding to print. */
export interface ReportedFinding {
  readonly finding: ExploreFinding;
  readonly within: RangeCheck;
  /** The command that replays the finding's order. */
  readonly repro: string;
  /** The command that replays the finding with latencies within the knobs' ranges. */
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
    bounded: incompleteReasons,
    runs,
    randomRuns,
    ends: completedRuns,
    states,
    reductions,
    seconds,
    pinned,
    leftOut: skippedRules,
  } = explored;
  const outcome = complete ? 'complete' : `bounded: ${incompleteReasons.join('; ')}`;
  const rows = [
    `${scene.name} on ${scene.chip}, ${formatScene(scene)}: ${outcome}`,
    `search    ${formatQuantity(runs, 'run')}${randomRuns === 0 ? '' : ` (${formatNumber(randomRuns)} in random orders)`}, ${formatNumber(completedRuns)} ran to the end; ${formatQuantity(states, 'branching state')}; choices pruned at ${formatQuantity(reductions, 'step')}; ${seconds.toFixed(1)} s`,
    formatComparedRow(scene, explored),
    `findings  ${findings.length === 0 ? 'none' : formatNumber(findings.length)}`,
    `memory    ${formatQuantity(explored.memories.length, 'final state')}`,
    'checked   only one path to each state: a rule that depends on earlier events may miss violations that occur only on other paths',
    `clock     ${allowsSameCycle(scene) ? 'events at the same unit may share a cycle; otherwise one event per cycle' : 'one event per cycle (with --same-clock, events at the same unit may share a cycle)'}`,
    'times     ignored: events occur in any order, regardless of their latencies',
    `pinned    formation timeouts never occur; ${pinned.length === 0 ? 'nothing else is pinned' : pinned.join(', ')}`,
    `skipped   rules that compare cycle numbers: ${skippedRules.join(', ')}`,
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
  const uncovered = listUnvalidatedFeatures(scene, new Set(spaces));
  const caveat = uncovered.length === 0 ? '' : `, and not for ${uncovered.join(', ')}`;
  return `validated against an exhaustive search, but only for scenes of up to ${MAX_COMPARED_WAVES} waves${caveat}`;
}

function formatFinding(
  { finding, within: rangeCheck, repro, timedRepro }: ReportedFinding,
  width: number,
): string[] {
  const { signature, violation, schedule } = finding;
  return [
    `FAIL  ${signature}`,
    ...(violation === undefined ? [] : [fillText(withEventNumbers(violation.observed), width, 0)]),
    ...schedule.map((sentence, index) =>
      fillText(`${String(index + 1).padStart(4)}. ${sentence}`, width, INDENT.step),
    ),
    repro,
    ...(rangeCheck.can === 'yes'
      ? ['reproducible within the knob ranges: yes; replay with:', timedRepro!]
      : [
          fillText(`reproducible within the knob ranges: ${rangeCheck.can}; ${rangeCheck.why}`, width, 0),
          ...rangeCheck.contradiction.map((sentence) => fillText(`      ${sentence}`, width, INDENT.step)),
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
      ({ finding: { signature, violation, schedule }, within: rangeCheck, repro, timedRepro }) => ({
        signature,
        rule: violation?.rule ?? null,
        message: violation === undefined ? null : withEventNumbers(violation.observed),
        schedule,
        repro,
        withinRanges:
          rangeCheck.can === 'yes'
            ? { can: rangeCheck.can, repro: timedRepro! }
            : { can: rangeCheck.can, why: rangeCheck.why, contradiction: rangeCheck.contradiction },
      }),
    ),
    ...rest,
    memories: memories.length,
    signOff: `${formatSignOff(scene, explored)} By: ${command}`,
  };
}
