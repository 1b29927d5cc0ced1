import { describeHost, formatOrigin } from '../../harness/records/index.js';
import { formatNumber, formatQuantity } from '../../harness/text/index.js';
import { MODEL_VERSION, type Scenario } from '../../transactions/index.js';
import type { ExploreResult } from './explore.js';
import { allowsSameCycle } from './same-cycle.js';
import { MAX_COMPARED_WAVES } from './scope.js';
import { describeScene } from './small-scene.js';

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
export function formatScene(scene: Scenario): string {
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
