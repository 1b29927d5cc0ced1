import type { FaultId, Freedoms, KnobName, Scenario } from '../../transactions/index.js';
import { KNOBS, UsageError } from '../../transactions/index.js';
import { FREEDOMS_OF_SCENE } from './small-scene.js';

/** Kinds of memory that the comparison with the search without reductions covers. */
const MEMORY_COVERED = ['buffer', 'scalar'];

/** Waves of the scenes that were compared: what two waves have in common is what any two of more have. */
export const WAVES_COMPARED = 2;

/** Faults with which both searches were run. */
const FAULTS_COMPARED: readonly FaultId[] = ['F46'];

/** Knobs whose units are not in the fingerprint unless they have their first value: stale caches, failed translations, fetches. */
const UNSEARCHED = ['caches', 'xnackRate', 'instructionCacheLines', 'latencyBurst', 'pctDepth'] as const;

/** Refuses a test of which no scene can be searched. @throws UsageError that says why. */
export function requireSearchable({ depthBuffer, background, name }: Scenario): void {
  if (depthBuffer !== undefined)
    throw new UsageError(
      `Cannot explore ${name}: depth and stencil tests are not searched; choose a test without them`,
    );
  if (background !== undefined)
    throw new UsageError(`Cannot explore ${name}: background work is not searched; choose a test without it`);
}

/** Refuses knobs whose units are not in the fingerprint. @throws UsageError that names the knob. */
export function requireSearchableKnobs({ name, freedoms }: Scenario): void {
  const knob = UNSEARCHED.find((one) => freedoms[one] !== 0);
  if (knob !== undefined)
    throw new UsageError(`Cannot explore ${name} with the knob ${knob}: only its first value is searched`);
}

/**
 * Why "complete" is not said of a scene although every order was followed: what the comparison of the reduced search with the unreduced
 * one does not cover. Empty for a scene that it covers whole.
 *
 * @param spaces kinds of memory that its programs access.
 */
export function notCovered(scenario: Scenario, spaces: ReadonlySet<string>): readonly string[] {
  const memory = [...spaces].filter((space) => !MEMORY_COVERED.includes(space));
  const knobs = KNOB_NAMES.filter((knob) => !isEqual(scenario.freedoms[knob], FREEDOMS_OF_SCENE[knob]));
  const open = [
    ...scenario.faults.filter((fault) => !FAULTS_COMPARED.includes(fault)).map((fault) => `fault ${fault}`),
    ...memory.map((space) => `${space} accesses`),
    ...knobs.map((knob) => `knob ${knob}`),
  ];
  return open.length === 0 ? [] : [`the reductions were never compared for ${open.join(', ')}`];
}

const KNOB_NAMES = Object.keys(KNOBS) as readonly KnobName[];

function isEqual(one: Freedoms[KnobName], other: Freedoms[KnobName]): boolean {
  return String(one) === String(other);
}
