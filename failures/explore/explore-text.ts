import { counted, filledText, numberText } from '../../base/text/index.js';
import type { Scenario } from '../../transactions/index.js';
import { withEventNumbers } from './event-numbers.js';
import type { Explored } from './explore.js';
import type { ExploreFinding } from './explore-finding.js';
import { hasSameClock } from './same-cycle.js';
import { listUncompared, MAX_COMPARED_WAVES } from './scope.js';
import { sceneInWords, signOff } from './sign-off.js';
import type { WithinRanges } from './within-ranges.js';

/** A finding to print. */
export interface ReportedFinding {
  readonly finding: ExploreFinding;
  readonly within: WithinRanges;
  /** The command that replays its order. */
  readonly repro: string;
  /** The command that replays it with times within the knobs' ranges. */
  readonly timedRepro?: string;
}

/** Indentation of continuation lines, in rows and in steps. */
const INDENT = { row: 10, step: 6 };

/**
 * Formats the output of `explore`: the findings, then the extent of the search, what it leaves open, and what it
 * proved.
 *
 * @param width line width in characters; commands may exceed it.
 * @param command command that repeats the search.
 */
export function exploreText(
  scene: Scenario,
  explored: Explored,
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
  const end = complete ? 'complete' : `bounded: ${bounded.join('; ')}`;
  const rows = [
    `${scene.name} on ${scene.chip}, ${sceneInWords(scene)}: ${end}`,
    `search    ${counted(runs, 'run')}${randomRuns === 0 ? '' : ` (${numberText(randomRuns)} in random orders)`}, ${numberText(ends)} ran to the end; ${counted(states, 'state')} with a choice; ${counted(reductions, 'step')} reduced; ${seconds.toFixed(1)} s`,
    comparedRow(scene, explored),
    `findings  ${findings.length === 0 ? 'none' : numberText(findings.length)}`,
    `memory    ${counted(explored.memories.length, 'final state')}`,
    'judged    one history per state: a rule that depends on earlier events may miss a violation visible only in another history',
    `clock     ${hasSameClock(scene) ? 'events that meet at one unit may share a cycle; otherwise one event per cycle' : 'one event per cycle (with --same-clock, events that meet at one unit may share a cycle)'}`,
    'times     ignored: events occur in any order, whatever their latencies',
    `pinned    formation timeouts never occur; ${pinned.length === 0 ? 'no other choice' : pinned.join(', ')}`,
    `unchecked rules that compare cycles: ${leftOut.join(', ')}`,
  ];
  return [
    ...reported.flatMap((finding) => findingLines(finding, width)),
    ...rows.map((row) => filledText(row, width, INDENT.row)),
    '',
    filledText(signOff(scene, explored), width, 0),
    command,
  ].join('\n');
}

function comparedRow(scene: Scenario, { spaces }: Explored): string {
  const uncovered = listUncompared(scene, new Set(spaces));
  const without = uncovered.length === 0 ? '' : `, none of them with ${uncovered.join(', ')}`;
  return `compared  with the search of every order only in scenes of up to ${MAX_COMPARED_WAVES} waves${without}`;
}

function findingLines({ finding, within, repro, timedRepro }: ReportedFinding, width: number): string[] {
  const { signature, violation, schedule } = finding;
  return [
    `FAIL  ${signature}`,
    ...(violation === undefined ? [] : [filledText(withEventNumbers(violation.observed), width, 0)]),
    ...schedule.map((sentence, index) =>
      filledText(`${String(index + 1).padStart(4)}. ${sentence}`, width, INDENT.step),
    ),
    repro,
    ...(within.can === 'yes'
      ? ['within the ranges of the knobs: yes, with the times of', timedRepro!]
      : [
          filledText(`within the ranges of the knobs: ${within.can}; ${within.why}`, width, 0),
          ...within.contradiction.map((sentence) => filledText(`      ${sentence}`, width, INDENT.step)),
        ]),
    '',
  ];
}

/** Makes the document that `explore --json` prints. */
export function exploreDocument(
  scene: Scenario,
  explored: Explored,
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
    signOff: `${signOff(scene, explored)} By: ${command}`,
  };
}
