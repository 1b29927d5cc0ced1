import type { Scenario } from '../../transactions/index.js';
import type { ScenarioBounds } from './suite-definition.js';

/** Returns the bounds that a scenario violates, as `within.NAME VALUE`. */
export function findViolatedBounds(scenario: Scenario, bounds: ScenarioBounds): string[] {
  const { draws } = scenario;
  const primitiveCount = draws.reduce((sum, { depths }) => sum + depths.length, 0);
  const isMet: Readonly<Record<keyof ScenarioBounds, boolean>> = {
    draws: isWithin(draws.length, bounds.draws),
    primitives: isWithin(primitiveCount, bounds.primitives),
    pixels: draws.every(({ width, height }) => isWithin(width * height, bounds.pixels)),
    samples: draws.every(({ samples }) => bounds.samples?.includes(samples) ?? true),
    wave: bounds.wave === undefined || scenario.wave === bounds.wave,
    scenes: draws.every(({ scene }) => scene === undefined || (bounds.scenes?.includes(scene) ?? true)),
  };
  const violated = Object.keys(isMet).filter((name) => !isMet[name as keyof ScenarioBounds]);
  return violated.map((name) => `within.${name} ${JSON.stringify(bounds[name as keyof ScenarioBounds])}`);
}

function isWithin(value: number, bound: readonly [number, number] | undefined): boolean {
  return bound === undefined || (value >= bound[0] && value <= bound[1]);
}
