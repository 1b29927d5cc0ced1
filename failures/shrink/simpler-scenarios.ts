import type { Scenario } from '../../transactions/index.js';
import {
  fewerDraws,
  fewerPrimitives,
  lessBackground,
  type ScenarioPass,
  withoutExpectedMemory,
} from './structure-passes.js';

const PASSES: readonly ScenarioPass[] = [lessBackground, fewerDraws, fewerPrimitives];

/**
 * Generates scenarios with less background work, fewer draws or fewer primitives, largest cuts first. They omit the
 * expected memory contents, which apply only to the original.
 */
export function* generateSimplerScenarios(scenario: Scenario): Generator<Scenario> {
  for (const pass of PASSES) yield* pass({ scenario: withoutExpectedMemory(scenario) });
}
