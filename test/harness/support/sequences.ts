import type { WeightedSequence } from '../../../harness/selection/selection.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';

/** Makes a sequence that always generates the same scenario, for tests of everything except generation. */
export function makeConstantSequence(name: string, weight = 1): WeightedSequence {
  return {
    weight,
    sequence: {
      name,
      text: 'always the same scenario',
      chips: ['navi21'],
      faults: [],
      generate: () => createSmallScenario({ name }),
    },
  };
}
