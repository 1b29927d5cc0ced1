import { type Freedoms, KNOBS, type Scenario } from '../../transactions/index.js';
import { generatePrimitiveRuns, generateStretchedPairs, type Pass } from './structure-passes.js';
import type { Sweep } from './sweeps.js';

/** Distances between the first id and the largest one, small enough for ids to wrap after a few waves. */
const NEAR_WRAP = [0, 1, 2, 3, 5, 8];

/**
 * The limits that determine how many waves or primitives a failure needs, all set to their tightest values. Some
 * failures need a full window, table or register file, or ids that wrap. Others need a slot or export space that the
 * next wave reuses, or a wave that closes and starts before the next primitive arrives.
 */
const TIGHTEST: Partial<Freedoms> = {
  idWrap: KNOBS.idWrap.min,
  idWindow: KNOBS.idWindow.min,
  primitivesPerWave: KNOBS.primitivesPerWave.min,
  waveSlots: KNOBS.waveSlots.min,
  exportSpace: KNOBS.exportSpace.min,
  overlapEntries: KNOBS.overlapEntries.min,
  stagedWaves: KNOBS.stagedWaves.min,
  formationTimeout: KNOBS.formationTimeout.min,
  quadsPerCycle: KNOBS.quadsPerCycle.min,
  launchLatency: [KNOBS.launchLatency.min, KNOBS.launchLatency.min],
};

/** The limits that determine how soon a wave starts after its quads arrive. */
const TIMING_LIMITS = ['formationTimeout', 'quadsPerCycle'] as const;

/** Resets knobs that differ from their defaults. */
export const knobSweep: Sweep<keyof Freedoms> = {
  parts: ({ freedoms }) =>
    (Object.keys(KNOBS) as (keyof Freedoms)[]).filter(
      (name) => `${freedoms[name]}` !== `${KNOBS[name].default}`,
    ),
  without: (scenario, names) =>
    withKnobs(scenario, Object.fromEntries(names.map((name) => [name, KNOBS[name].default]))),
};

/**
 * Moves the first id so close to the wraparound that a few waves reach it, for failures that need a wraparound but not
 * the earlier waves.
 */
export const moveNearWrap: Pass = function* ({ scenario }) {
  const { idWrap, idStart } = scenario.freedoms;
  for (const distance of NEAR_WRAP) {
    if (distance < idWrap - idStart) yield withKnobs(scenario, { idStart: idWrap - distance });
  }
};

/**
 * Sets limits to their tightest values, all at once or one at a time, so that fewer waves are needed to reach them.
 * Limits that did not help are reset later.
 */
export const tightenLimits: Pass = function* ({ scenario }) {
  const looserLimits = findLooserLimits(scenario);
  if (looserLimits.length > 1) yield withTightest(scenario, looserLimits);
  for (const name of looserLimits) yield withTightest(scenario, [name]);
};

/**
 * Puts each primitive in its own wave and keeps only a few primitives, fewest first. Splitting waves without dropping
 * primitives would make the case bigger, and dropping only half can change the failure when two waves would have been
 * enough.
 */
export const separateWaves: Pass = function* ({ scenario }) {
  const looserLimits = findLooserLimits(scenario);
  if (!looserLimits.includes('primitivesPerWave')) return;
  for (const tight of [['primitivesPerWave'] as const, looserLimits]) {
    yield* generatePrimitiveRuns(withTightest(scenario, tight));
  }
};

/**
 * Keeps only two primitives and makes the younger one cover the shared pixel last, in case the primitives in between
 * served only as a delay. If waves close immediately and limits are tight, a short delay is enough.
 */
export const delayYoungerPrimitive: Pass = function* (failing) {
  const { scenario } = failing;
  for (const tight of [[], [...TIMING_LIMITS], findLooserLimits(scenario)]) {
    yield* generateStretchedPairs({ ...failing, scenario: withTightest(scenario, tight) });
  }
};

function findLooserLimits({ freedoms }: Scenario): (keyof Freedoms)[] {
  return (Object.keys(TIGHTEST) as (keyof Freedoms)[]).filter(
    (name) => `${freedoms[name]}` !== `${TIGHTEST[name]}`,
  );
}

function withTightest(scenario: Scenario, names: readonly (keyof Freedoms)[]): Scenario {
  const { freedoms } = scenario;
  return withKnobs(scenario, {
    ...Object.fromEntries(names.map((name) => [name, TIGHTEST[name]])),
    ...(names.includes('idWrap') ? { idStart: computeIdStart(freedoms, KNOBS.idWrap.min) } : {}),
  });
}

/** Returns the first id that is as far from the new wraparound as the current one is from its wraparound, or 0. */
function computeIdStart({ idWrap, idStart }: Freedoms, wrap: number): number {
  return Math.max(0, wrap - (idWrap - idStart));
}

function withKnobs(scenario: Scenario, knobs: Partial<Freedoms>): Scenario {
  return { ...scenario, freedoms: { ...scenario.freedoms, ...knobs } };
}
