import {
  delayYoungerPrimitive,
  knobSweep,
  moveNearWrap,
  separateWaves,
  tightenLimits,
} from './knob-passes.js';
import { simplerPrograms } from './program-passes.js';
import { isSmaller } from './scenario-size.js';
import { smallScenes } from './scene-passes.js';
import { type Effort, repeatPass, repeatSweep, type Step } from './search.js';
import {
  emptyMemory,
  fewerDraws,
  largeCuts,
  lessBackground,
  onlyWitnesses,
  type Pass,
  smallerPrimitives,
  withoutExpectations,
} from './structure-passes.js';
import { instructionSweep, primitiveSweep, registerSweep } from './sweeps.js';

/**
 * The number of other schedules to try for each smaller candidate, since removing anything shifts every later choice. A
 * few schedules are enough to remove most of a case. The small remainder gets many, because its runs are cheap.
 */
export const fewTries: Effort = () => 2;
export const someTries: Effort = (primitives) => Math.min(12, Math.ceil(96 / primitives));
/** Decreases with the number of primitives: more primitives mean more candidates, and each is more expensive to run. */
export const manyTries: Effort = (primitives) => Math.min(64, Math.ceil(384 / primitives ** 2));

const repeatWithoutExpectations = (pass: Pass, effort: Effort): Step =>
  repeatPass(withoutExpectations(pass), effort);

/** Large reductions, made first so that later steps cost less. */
export const LARGE_CUTS: readonly Step[] = [
  repeatWithoutExpectations(lessBackground, fewTries),
  repeatWithoutExpectations(onlyWitnesses, fewTries),
  repeatWithoutExpectations(largeCuts, fewTries),
];

/** Tries to replace the remaining case with simple scenes so that later steps cost almost nothing. */
export const makeSceneSteps = (effort: Effort): readonly Step[] => [
  repeatPass(withoutExpectations(smallScenes), effort, isSmaller),
];

/** Tightens limits so that fewer waves are needed to reach them. */
export const LIMITS: readonly Step[] = [
  repeatPass(moveNearWrap, fewTries),
  repeatWithoutExpectations(tightenLimits, fewTries),
  repeatWithoutExpectations(separateWaves, fewTries),
  repeatWithoutExpectations(delayYoungerPrimitive, fewTries),
];

/** Makes primitives small, then removes primitives and draws, which takes the longest. */
export const makeStructureSteps = (effort: Effort): readonly Step[] => [
  repeatWithoutExpectations(lessBackground, fewTries),
  repeatWithoutExpectations(smallerPrimitives, fewTries),
  repeatWithoutExpectations(onlyWitnesses, someTries),
  repeatWithoutExpectations(fewerDraws, effort),
  repeatSweep(primitiveSweep, effort),
];

/** Tries simpler programs, default knobs and empty memory. */
export const DETAILS: readonly Step[] = [
  repeatPass(simplerPrograms, fewTries),
  repeatSweep(knobSweep, fewTries),
  repeatWithoutExpectations(emptyMemory, fewTries),
];

/** Removes instructions and registers that the failure does not need. This only makes the case easier to read. */
export const READABILITY: readonly Step[] = [
  repeatSweep(instructionSweep, fewTries),
  repeatSweep(registerSweep, fewTries),
];
