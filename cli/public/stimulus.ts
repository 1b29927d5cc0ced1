/**
 * Building blocks for fast-check properties and suite files: scenes, programs, scenarios and suites (suites.md).
 *
 * @example
 * ```js
 * import { drawing } from 'pops-testbench/stimulus';
 * import { runScenario } from 'pops-testbench/harness';
 *
 * // One draw of two triangles, the smaller one on top of the larger; corners are in 1/256ths of a pixel.
 * const scenario = drawing([[[0, 0, 2048, 0, 0, 2048], [0, 0, 1024, 0, 0, 1024]]], { chip: 'navi31' });
 * const { passed, waves } = runScenario(scenario);
 * console.log(passed, waves > 0); // true true
 * ```
 *
 * @module
 */

import type { Arbitrary } from 'fast-check';
import { CHIPS, type ChipName, type Gfx, type WaveSize } from '../../arch/index.js';
import { generateSimplerScenarios } from '../../failures/shrink/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { NO_OVERRIDES, selectChips } from '../../harness/selection/index.js';
import {
  type Area,
  createListScenario,
  type PrimitiveKind,
  SCENE_SHAPES,
  ScenarioArbitrary,
  type ScenarioDemands,
  SEQUENCES,
  type SequenceName,
  type Triangle,
} from '../../stimulus/index.js';
import { type Scenario, type SceneName, UsageError } from '../../transactions/index.js';
import { checkDemands } from './check-demands.js';
import { checkArea, checkDevice, checkDraws } from './check-drawing.js';

export { defineSuite, type SuiteDefinition } from '../../harness/extension/extension.js';
export {
  type Area,
  defineProgram,
  type GeneratedDraw,
  type KnobChoice,
  type KnobChoices,
  type MemoryContents,
  type MemoryPlace,
  type PixelLayout,
  type PrimitiveKind,
  type ProgramCode,
  type ProgramDefinition,
  type ProgramFeatures,
  type ProgramSetting,
  type ProgramTarget,
  pixelBuffer,
  plainBuffer,
  type ScenarioBounds,
  type ScenarioDemands,
  type ScenarioMemory,
  type SeededParameters,
  type SequenceName,
  type SequenceRequest,
  type SuiteFileTest,
  type SuiteTests,
  seededBy,
  type Triangle,
  type UserSequence,
} from '../../stimulus/index.js';
export type {
  Draw,
  FaultId,
  KnobName,
  KnobValues,
  ProgramDescriptor,
  Scenario,
  SceneName,
} from '../../transactions/index.js';
export { type ProgramScene, type Programs, programs } from './programs.js';
export type * from './scenario-parts.js';
export type { ChipName, Gfx, WaveSize };

/** A scene's default area and default maximum number of primitives. */
const AREA: Area = { width: 16, height: 16 };
const MAX_PRIMITIVES = 24;

/**
 * Arbitrary for a scene's primitives in draw order: roughly up to `maxPrimitives` of them, six coordinates each, in
 * 1/256ths of a pixel. Shrinks towards fewer, simpler primitives (suites.md). Throws `UsageError` for an invalid area
 * or number.
 */
export type SceneArbitrary = (area?: Area, maxPrimitives?: number) => Arbitrary<readonly Triangle[]>;

function checkMaximum(maximum: number): void {
  if (Number.isInteger(maximum) && maximum >= 1) return;
  throw new UsageError(`Invalid maximum ${maximum}: expected a positive integer`);
}

/** All scenes by name. They differ in how their primitives overlap. `pops-tb list scenes` describes them. */
export const scenes = Object.fromEntries(
  Object.entries(SCENE_SHAPES).map(([name, { primitives }]) => [
    name,
    (area: Area = AREA, maxPrimitives: number = MAX_PRIMITIVES) => {
      checkArea(area);
      checkMaximum(maxPrimitives);
      return primitives(area, maxPrimitives);
    },
  ]),
) as Readonly<Record<SceneName, SceneArbitrary>>;

/** The kind of each scene's primitives; `drawing` takes triangles by default (suites.md). */
export const sceneKinds = Object.fromEntries(
  Object.entries(SCENE_SHAPES).map(([name, { kind }]) => [name, kind]),
) as Readonly<Record<SceneName, PrimitiveKind>>;

/**
 * Arbitrary for scenarios of a built-in sequence. Shrinks towards less background work and fewer draws and primitives.
 * Throws `UsageError` for constraints that the sequence cannot satisfy (suites.md).
 */
export type ScenarioArbitraryOf = (demands?: ScenarioDemands) => Arbitrary<Scenario>;

/** The corpus, read when the first scenario is generated. */
let corpus: ReturnType<typeof openCorpus> | undefined;

function getCorpus(): ReturnType<typeof openCorpus> {
  corpus ??= openCorpus();
  return corpus;
}

/** All built-in sequences by name (`pops-tb list tests`). */
export const scenarios = Object.fromEntries(
  SEQUENCES.map((sequence) => [
    sequence.name,
    (demands: ScenarioDemands = {}): Arbitrary<Scenario> => {
      checkDemands(sequence, demands);
      const { faults = [], chips = selectChips(sequence, { ...NO_OVERRIDES, faults }) } = demands;
      return new ScenarioArbitrary(sequence, getCorpus(), { ...demands, chips }, generateSimplerScenarios);
    },
  ]),
) as Readonly<Record<SequenceName, ScenarioArbitraryOf>>;

/** Options for `drawing` (suites.md). */
export interface DrawingOptions {
  /** The render area; 16 by 16 pixels by default. */
  readonly area?: Area;
  /** The chip; `navi21` by default. */
  readonly chip?: ChipName;
  /** The wave size; by default, the chip's smallest. */
  readonly wave?: WaveSize;
  /** The timing seed: `0x` and up to 16 hex digits; `0x1` by default. */
  readonly seed?: string;
  /** The kind of primitives; triangles by default. Points and lines are one pixel wide. */
  readonly kind?: PrimitiveKind;
}

/**
 * A scenario that draws the given primitives, one list per draw. Its program appends each fragment to its pixel's list
 * inside an ordered section, so the final memory shows the order (suites.md). Throws `UsageError` for an unknown chip,
 * and for an area or primitives that cannot be drawn.
 */
export function drawing(draws: readonly (readonly Triangle[])[], options: DrawingOptions = {}): Scenario {
  const { area = AREA, chip = 'navi21', seed = '0x1', kind = 'triangles' } = options;
  checkDevice(chip, options.wave);
  checkArea(area);
  checkDraws(draws.map((primitives) => ({ kind, primitives })));
  const { waveSizes } = CHIPS[chip];
  return createListScenario(draws, { area, chip, wave: options.wave ?? waveSizes[0], seed, kind });
}
