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
 * Scenarios with less background, fewer draws or fewer primitives, boldest first, without the original's expected memory
 * contents.
 */
export function* simplerScenarios(scenario: Scenario): Generator<Scenario> {
  for (const pass of PASSES) yield* pass({ scenario: withoutExpectedMemory(scenario) });
}
