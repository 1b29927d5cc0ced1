import type { Scenario } from '../../transactions/index.js';
import {
  expectingNothing,
  fewerDraws,
  fewerPrimitives,
  lessBackground,
  type ScenarioPass,
} from './structure-passes.js';

const PASSES: readonly ScenarioPass[] = [lessBackground, fewerDraws, fewerPrimitives];

/**
 * Scenarios with fewer competitors, draws or primitives, boldest first, without the larger scenario's expectations of
 * memory.
 */
export function* simplerScenarios(scenario: Scenario): Generator<Scenario> {
  for (const pass of PASSES) yield* pass({ scenario: expectingNothing(scenario) });
}
