import { defaultKnobs, lateSecond, nearerWrap, tighterLimits, waveEach } from './knob-passes.js';
import { simplerPrograms } from './program-passes.js';
import { isSmaller } from './scenario-size.js';
import { smallScenes } from './scene-passes.js';
import { type Effort, repeated, type Step, swept } from './search.js';
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
import { defaultRegisters, fewerInstructions, primitivesGone } from './sweeps.js';

/**
 * Other schedules to try for a smaller structure, since dropping anything shifts every later choice. Few schedules
 * suffice to drop most of a case; the small remainder, where runs cost little, gets many.
 */
export const few: Effort = () => 2;
export const some: Effort = (primitives) => Math.min(12, Math.ceil(96 / primitives));
/** More primitives make more, and more expensive, candidates. */
export const many: Effort = (primitives) => Math.min(64, Math.ceil(384 / primitives ** 2));

const repeatWithoutExpectations = (pass: Pass, effort: Effort): Step =>
  repeated(withoutExpectations(pass), effort);

/** Large reductions first, so that later steps cost less. */
export const BOLD: readonly Step[] = [
  repeatWithoutExpectations(lessBackground, few),
  repeatWithoutExpectations(onlyWitnesses, few),
  repeatWithoutExpectations(largeCuts, few),
];

/** Simple scenes instead of the remaining case, so that later steps cost almost nothing. */
export const scenes = (effort: Effort): readonly Step[] => [
  repeated(withoutExpectations(smallScenes), effort, isSmaller),
];

/** Tighter limits, so that fewer waves reach them. */
export const LIMITS: readonly Step[] = [
  repeated(nearerWrap, few),
  repeatWithoutExpectations(tighterLimits, few),
  repeatWithoutExpectations(waveEach, few),
  repeatWithoutExpectations(lateSecond, few),
];

/** Makes primitives small, then removes primitives and draws, which takes longest. */
export const structure = (effort: Effort): readonly Step[] => [
  repeatWithoutExpectations(lessBackground, few),
  repeatWithoutExpectations(smallerPrimitives, few),
  repeatWithoutExpectations(onlyWitnesses, some),
  repeatWithoutExpectations(fewerDraws, effort),
  swept(primitivesGone, effort),
];

/** Plain programs, default knobs and empty memory. */
export const DETAILS: readonly Step[] = [
  repeated(simplerPrograms, few),
  swept(defaultKnobs, few),
  repeatWithoutExpectations(emptyMemory, few),
];

/** Removes instructions and registers that the failure does not need, which only helps readers. */
export const READING: readonly Step[] = [swept(fewerInstructions, few), swept(defaultRegisters, few)];
