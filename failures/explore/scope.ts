import { type ChipName, chipOf, factsOf, type Gfx, getOrderingGeneration } from '../../arch/index.js';
import { formatKnobSettings } from '../../harness/basics/index.js';
import {
  KNOBS,
  type KnobName,
  type KnobValues,
  type Scenario,
  UsageError,
} from '../../transactions/index.js';
import { COMPARED_SCENES } from './compared-scenes.js';
import { allowsSameCycle } from './same-cycle.js';
import { getSceneKnobs } from './small-scene.js';

/**
 * The maximum number of waves in the compared scenes. Any two waves of a larger scene interact through the same parts
 * of the device as the two waves of a compared scene.
 */
export const MAX_COMPARED_WAVES = 2;

/**
 * Knobs that must be 0, because the fingerprint does not include the state of the units they enable: stale caches,
 * failed translations, fetches.
 */
const ZERO_ONLY_KNOBS = ['caches', 'xnackRate', 'instructionCacheLines', 'latencyBurst', 'pctDepth'] as const;

/** Rejects a test that cannot be turned into a searchable scene. @throws UsageError with the reason. */
export function requireSearchable({ depthBuffer, background, name }: Scenario): void {
  if (depthBuffer !== undefined)
    throw new UsageError(
      `Cannot explore ${name}: the search does not cover depth and stencil tests; choose a test without them`,
    );
  if (background !== undefined)
    throw new UsageError(
      `Cannot explore ${name}: the search does not cover background work; choose a test without it`,
    );
}

/** Rejects knobs that enable units missing from the fingerprint. @throws UsageError that names the knob. */
export function requireSearchableKnobs({ name, freedoms }: Scenario): void {
  const knob = ZERO_ONLY_KNOBS.find((candidate) => freedoms[candidate] !== 0);
  if (knob !== undefined)
    throw new UsageError(
      `Cannot explore ${name} with the knob ${knob}: the search supports only ${formatKnobSettings({ [knob]: 0 })[0]}`,
    );
}

/**
 * Returns the features of a scene for which the reduced search has not been validated against the exhaustive one.
 *
 * @param spaces memory spaces that its programs access.
 */
export function listUnvalidatedFeatures(scenario: Scenario, spaces: ReadonlySet<string>): readonly string[] {
  const gfx = getOrderingGfx(scenario.chip);
  const sameGeneration = COMPARED_SCENES.filter(({ chip }) => getOrderingGfx(chip) === gfx);
  return [
    ...(sameGeneration.length === 0 ? [`generation ${gfx}`] : []),
    ...scenario.faults
      .filter((fault) => !sameGeneration.some(({ faults }) => faults.includes(fault)))
      .map((fault) => `fault ${fault} on ${gfx}`),
    ...[...spaces]
      .filter((space) => !COMPARED_SCENES.some((compared) => compared.spaces.some((name) => name === space)))
      .map((space) => `${space} accesses`),
    ...(allowsSameCycle(scenario) && !sameGeneration.some(({ sameClock }) => sameClock)
      ? [`same-cycle events on ${gfx}`]
      : []),
    ...(scenario.freedoms.packers > 1 && !isValidatedWithTwoPackers(gfx) ? [`two packers on ${gfx}`] : []),
    ...KNOB_NAMES.filter((knob) => !isValidated(knob, scenario.freedoms[knob])).map((knob) => `knob ${knob}`),
  ];
}

const KNOB_NAMES = Object.keys(KNOBS) as readonly KnobName[];

function getOrderingGfx(chip: ChipName): Gfx {
  return getOrderingGeneration(chipOf(chip).gfx);
}

/**
 * Returns whether the search was validated with two packers on a generation whose sections exit in the same way as on
 * `gfx`.
 */
function isValidatedWithTwoPackers(gfx: Gfx): boolean {
  const { exitsByExport } = factsOf(gfx);
  return COMPARED_SCENES.some(({ chip, pixels }) => {
    return getSceneKnobs(pixels).packers > 1 && factsOf(getOrderingGfx(chip)).exitsByExport === exitsByExport;
  });
}

function isValidated(knob: KnobName, value: KnobValues[KnobName]): boolean {
  const values = COMPARED_SCENES.map(({ pixels, knobs }) => knobs[knob] ?? getSceneKnobs(pixels)[knob]);
  return values.some((compared) => String(compared) === String(value));
}
