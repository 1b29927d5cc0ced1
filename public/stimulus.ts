/**
 * Scenes, programs, scenarios and suites, for fast-check properties and for suite files (suites.md).
 *
 * @example
 * ```js
 * import { drawing } from 'pops-testbench/stimulus';
 * import { runScenario } from 'pops-testbench/harness';
 *
 * // One draw of two triangles, the smaller one over the larger; corners in 1/256 pixel.
 * const scenario = drawing([[[0, 0, 2048, 0, 0, 2048], [0, 0, 1024, 0, 0, 1024]]], { chip: 'navi31' });
 * const { passed, waves } = runScenario(scenario);
 * console.log(passed, waves > 0); // true true
 * ```
 *
 * @module
 */

import type { Arbitrary } from 'fast-check';
import { CHIPS, type ChipName, type Gfx, type WaveSize } from '../arch/index.js';
import { simplerScenarios } from '../failures/shrink/index.js';
import { openCorpus } from '../harness/programs/index.js';
import { chipsFor, NO_OVERRIDES } from '../harness/selection/index.js';
import {
  type Area,
  listScenario,
  type PrimitiveKind,
  SCENE_SHAPES,
  ScenarioArbitrary,
  type ScenarioDemands,
  SEQUENCES,
  type SequenceName,
  type Triangle,
} from '../stimulus/index.js';
import { type Scenario, type SceneName, UsageError } from '../transactions/index.js';
import { checkDemands } from './check-demands.js';
import { checkArea, checkDevice, checkDraws } from './check-drawing.js';

export { defineSuite, type SuiteDefinition } from '../harness/extension/extension.js';
export {
  type Area,
  defineProgram,
  type GeneratedDraw,
  type KnobChoice,
  type KnobChoices,
  type PrimitiveKind,
  type ProgramCode,
  type ProgramDefinition,
  type ProgramFeatures,
  type ProgramSetting,
  type ProgramTarget,
  type ScenarioBounds,
  type ScenarioDemands,
  type SeededParameters,
  type SequenceName,
  type SequenceRequest,
  type SuiteFileTest,
  type SuiteTests,
  seededBy,
  type Triangle,
  type UserSequence,
} from '../stimulus/index.js';
export type {
  Draw,
  FaultId,
  Freedoms,
  KnobName,
  ProgramDescriptor,
  Scenario,
  SceneName,
} from '../transactions/index.js';
export { type ProgramScene, type Programs, programs } from './programs.js';
export type * from './scenario-parts.js';
export type { ChipName, Gfx, WaveSize };

/** Area and most primitives of a scene where the caller names none. */
const AREA: Area = { width: 16, height: 16 };
const MOST = 24;

/**
 * A scene as an arbitrary: six coordinates a primitive in 1/256 pixel, in order, about `most` of them at most; it shrinks to
 * fewer and simpler ones (suites.md). Throws `UsageError` for an area and a number that no scene can have.
 */
export type SceneArbitrary = (area?: Area, most?: number) => Arbitrary<readonly Triangle[]>;

function checkMost(most: number): void {
  if (Number.isInteger(most) && most >= 1) return;
  throw new UsageError(`Invalid most ${most}: expected how many primitives there are at most, from 1`);
}

/** Every scene by its name: ways in which primitives meet. `pops-tb list scenes` says what each is. */
export const scenes = Object.fromEntries(
  Object.entries(SCENE_SHAPES).map(([name, { primitives }]) => [
    name,
    (area: Area = AREA, most: number = MOST) => {
      checkArea(area);
      checkMost(most);
      return primitives(area, most);
    },
  ]),
) as Readonly<Record<SceneName, SceneArbitrary>>;

/** What the primitives of each scene are; `drawing` takes them for triangles by default (suites.md). */
export const sceneKinds = Object.fromEntries(
  Object.entries(SCENE_SHAPES).map(([name, { kind }]) => [name, kind]),
) as Readonly<Record<SceneName, PrimitiveKind>>;

/**
 * Whole scenarios of a built-in sequence as an arbitrary; they shrink to fewer competitors, draws and primitives. Throws
 * `UsageError` for demands that no scenario of the sequence meets (suites.md).
 */
export type ScenarioArbitraryOf = (demands?: ScenarioDemands) => Arbitrary<Scenario>;

/** Read once, when the first scenario is made. */
let corpus: ReturnType<typeof openCorpus> | undefined;

function sharedCorpus(): ReturnType<typeof openCorpus> {
  corpus ??= openCorpus();
  return corpus;
}

/** Every built-in sequence by its name (`pops-tb list tests`). */
export const scenarios = Object.fromEntries(
  SEQUENCES.map((sequence) => [
    sequence.name,
    (demands: ScenarioDemands = {}): Arbitrary<Scenario> => {
      checkDemands(sequence, demands);
      const { faults = [], chips = chipsFor(sequence, { ...NO_OVERRIDES, faults }) } = demands;
      return new ScenarioArbitrary(sequence, sharedCorpus(), { ...demands, chips }, simplerScenarios);
    },
  ]),
) as Readonly<Record<SequenceName, ScenarioArbitraryOf>>;

/** How `drawing` draws (suites.md). */
export interface DrawingOptions {
  /** Default: 16 by 16 pixels. */
  readonly area?: Area;
  /** Default: `navi21`. */
  readonly chip?: ChipName;
  /** Default: the smallest that the chip has. */
  readonly wave?: WaveSize;
  /** Seed of the timing, `0x` and up to 16 hex digits; default 0x1. */
  readonly seed?: string;
  /** What the primitives are; default: triangles. Points and lines are a pixel wide. */
  readonly kind?: PrimitiveKind;
}

/**
 * The scenario that draws primitives of the caller's, a list a draw, with a program that appends each fragment to a list of
 * its pixel inside an ordered section: the final memory is the order (suites.md). Throws `UsageError` for an unknown chip, and for
 * an area or primitives that nothing can draw.
 */
export function drawing(draws: readonly (readonly Triangle[])[], options: DrawingOptions = {}): Scenario {
  const { area = AREA, chip = 'navi21', seed = '0x1', kind = 'triangles' } = options;
  checkDevice(chip, options.wave);
  checkArea(area);
  checkDraws(draws.map((primitives) => ({ kind, primitives })));
  const { waveSizes } = CHIPS[chip];
  return listScenario(draws, { area, chip, wave: options.wave ?? waveSizes[0], seed, kind });
}
