import { SCOPES } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';

/**
 * Scopes of ordered accesses, on generations that have scopes. Sampled at issue. The weight is 0 so
 * that runs without such chips are not penalised.
 */
export const scopes = covergroup({
  name: 'scopes',
  version: 2,
  text: "Scopes of ordered accesses, on GFX12 and later. Does not count towards a run's percentage.",
  statements: ['X-014', 'X-015'],
  weight: 0,
  points: {
    load: { text: 'Scope of a load.', statements: ['X-014'], bins: labelBins(SCOPES) },
    store: { text: 'Scope of a store.', statements: ['X-015'], bins: labelBins(SCOPES) },
  },
  crosses: [],
  monitor({ sampler, facts }) {
    const { values, point } = sampler;
    return {
      'memory-issued'({ operation, scope }) {
        if (scope === undefined || operation === 'atomic' || !facts.isOrdered) return;
        values[point.load] = operation === 'load' ? scope : NOT_SAMPLED;
        values[point.store] = operation === 'load' ? NOT_SAMPLED : scope;
        sampler.sample();
      },
    };
  },
});
