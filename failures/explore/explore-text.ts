import { describeHost, formatOrigin } from '../../harness/records/index.js';
import { formatNumber, formatQuantity, wrapText } from '../../harness/text/index.js';
import { ORDER_STRIDE } from '../../rtl-model/index.js';
import { MODEL_VERSION, type Scenario } from '../../transactions/index.js';
import type { ExploreResult } from './explore.js';
import type { ExploreFinding } from './explore-finding.js';
import { allowsSameCycle } from './same-cycle.js';
import { listUnvalidatedFeatures, MAX_COMPARED_WAVES } from './scope.js';
import { describeScene } from './small-scene.js';

/** Replaces each `cycle <n>` in a text with the event's number, since a run with an event order has no times. */
function withEventNumbers(text: string): string {
  return text.replace(
    /\bcycle (\d+)/g,
    (_, cycle: string) => `event ${formatNumber(Math.floor(Number(cycle) / ORDER_STRIDE))}`,
  );
}

/** Formats a sign-off: what a search proved about a scene, what it does not cover, and the model version used. */
export function formatSignOff(scene: Scenario, explored: ExploreResult): string {
  const subject = `${scene.name} on ${scene.chip}, ${formatScene(scene)}`;
  const version = `Model version ${MODEL_VERSION}, ${formatOrigin(describeHost())}.`;
  const caveats = `Not covered: ${listUncovered(scene, explored).join('; ')}. ${version}`;
  const rules = `the ${formatQuantity(explored.rules, 'rule')} that check ordering`;
  const { findings, bounded: limitsReached, runs, failed } = explored;
  // A single counterexample disproves the claim, even in an unfinished search.
  if (findings.length > 0) {
    const signatures = findings.map(({ signature }) => signature).join(', ');
    const rest =
      limitsReached.length === 0
        ? 'Every order of events was explored'
        : `Other failures were not ruled out: ${limitsReached.join('; ')}`;
    return `Disproven for ${subject}: the scene fails with ${signatures} in ${formatNumber(failed)} of ${formatQuantity(runs, 'run')}. ${rest}. ${caveats}`;
  }
  return explored.complete
    ? `Proven for ${subject}: no order of events violates any of ${rules} or leaves work unfinished. ${caveats}`
    : `Not proven for ${subject}: ${limitsReached.join('; ')}. None of the ${formatQuantity(runs, 'run')} failed. ${caveats}`;
}

/** Describes a scene, such as `3 waves on one packer (pixels AAA), with fault F26, knobs at their defaults`. */
function formatScene(scene: Scenario): string {
  const { freedoms, faults } = scene;
  const { pixels, knobs } = describeScene(scene);
  const packers = freedoms.packers === 1 ? 'one packer' : `${freedoms.packers} packers`;
  return [
    `${formatQuantity(countWaves(scene), 'wave')} on ${packers} (pixels ${pixels})`,
    ...(faults.length === 0 ? [] : [`with ${faults.length === 1 ? 'fault' : 'faults'} ${faults.join(', ')}`]),
    knobs.length === 0
      ? 'knobs at their defaults'
      : `knobs ${knobs.join(', ')}, all others at their defaults`,
  ].join(', ');
}

function countWaves({ draws, freedoms }: Scenario): number {
  return Math.ceil(draws[0]!.depths.length / freedoms.primitivesPerWave);
}

function listUncovered(scene: Scenario, { pinned, leftOut: skippedRules }: ExploreResult): readonly string[] {
  return [
    'other programs, pixels, wave counts and knobs',
    `rules that compare cycles (${skippedRules.join(', ')})`,
    allowsSameCycle(scene) ? 'events at different units in the same cycle' : 'events in the same cycle',
    `formation timeouts${pinned.length === 0 ? '' : `, and any choice but the first at ${pinned.join(', ')}`}`,
    'violations that show only when a known state is reached by a different path',
    ...(countWaves(scene) > MAX_COMPARED_WAVES
      ? [
          `bugs in the reduction itself, which was validated against an exhaustive search only for scenes of up to ${MAX_COMPARED_WAVES} waves`,
        ]
      : []),
  ];
}

/** A finding to print. */
export interface ReportedFinding {
  readonly finding: ExploreFinding;
  /** The command that replays the finding's order. */
  readonly repro: string;
}

const INDENT = { row: ' '.repeat(10), step: ' '.repeat(6) };

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
  } = explored;
  const outcome = complete ? 'complete' : `bounded: ${incompleteReasons.join('; ')}`;
  const rows = [
    `${scene.name} on ${scene.chip}, ${formatScene(scene)}: ${outcome}`,
    `search    ${formatQuantity(runs, 'run')}${randomRuns === 0 ? '' : ` (${formatNumber(randomRuns)} in random orders)`}, ${formatNumber(completedRuns)} ran to the end; ${formatQuantity(states, 'branching state')}; choices pruned at ${formatQuantity(reductions, 'step')}; ${seconds.toFixed(1)} s`,
    formatComparedRow(scene, explored),
    `findings  ${findings.length === 0 ? 'none' : formatNumber(findings.length)}`,
    `memory    ${formatQuantity(explored.memories.length, 'final state')}`,
    "times     ignored: events occur in any order, also in one that needs latencies outside the knobs' ranges",
  ];
  return [
    ...reported.flatMap((finding) => formatFinding(finding, width)),
    ...rows.flatMap((row) => wrapText(row, width, INDENT.row)),
    '',
    ...wrapText(formatSignOff(scene, explored), width),
    command,
  ].join('\n');
}

function formatComparedRow(scene: Scenario, { spaces }: ExploreResult): string {
  const uncovered = listUnvalidatedFeatures(scene, new Set(spaces));
  const caveat = uncovered.length === 0 ? '' : `, and not for ${uncovered.join(', ')}`;
  return `validated against an exhaustive search, but only for scenes of up to ${MAX_COMPARED_WAVES} waves${caveat}`;
}

function formatFinding({ finding, repro }: ReportedFinding, width: number): string[] {
  const { signature, violation, schedule } = finding;
  return [
    `FAIL  ${signature}`,
    ...(violation === undefined ? [] : wrapText(withEventNumbers(violation.observed), width)),
    ...schedule.flatMap((sentence, index) =>
      wrapText(`${String(index + 1).padStart(4)}. ${sentence}`, width, INDENT.step),
    ),
    repro,
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
    violations: reported.map(({ finding: { signature, violation, schedule }, repro }) => ({
      signature,
      rule: violation?.rule ?? null,
      message: violation === undefined ? null : withEventNumbers(violation.observed),
      schedule,
      repro,
    })),
    ...rest,
    memories: memories.length,
    signOff: `${formatSignOff(scene, explored)} By: ${command}`,
  };
}
