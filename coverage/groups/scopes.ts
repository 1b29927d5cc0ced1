import { factsOf, SCOPES } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';

const RELEASES = ['by their scope', 'by a write-back'] as const;

/** The value of `releaseKind` if a wave's stores were released by their scope. */
const BY_SCOPE = 1;
/** The value of `releaseKind` if they were released by a write-back, which takes precedence. */
const BY_WRITE_BACK = 2;

/**
 * Scopes of ordered accesses, on generations that have scopes. Sampled at issue and at the exit. The weight is 0 so
 * that runs without such chips are not penalised.
 */
export const scopes = covergroup({
  name: 'scopes',
  version: 1,
  text: "Scopes of ordered accesses, on GFX12 and later. Does not count towards a run's percentage.",
  statements: ['X-014', 'X-015', 'X-016'],
  weight: 0,
  points: {
    load: { text: 'Scope of a load.', statements: ['X-014'], bins: labelBins(SCOPES) },
    store: { text: 'Scope of a store.', statements: ['X-015'], bins: labelBins(SCOPES) },
    release: {
      text: "How a wave's stores reach the device before its exit.",
      statements: ['X-015', 'X-016'],
      bins: labelBins(RELEASES),
    },
  },
  crosses: [],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    let deviceScope = 0;
    /** 1 while the wave has a narrow store that has not been written back. */
    const hasNarrowStore = table.column();
    const releaseKind = table.column();
    const sample = (load: number, store: number, release: number): void => {
      values[point.load] = load;
      values[point.store] = store;
      values[point.release] = release;
      sampler.sample();
    };
    return {
      begin() {
        const { coherentScope } = factsOf(test().gfx);
        deviceScope = coherentScope === undefined ? 0 : SCOPES.indexOf(coherentScope);
      },
      'memory-issued'({ wave, pc, operation, scope }) {
        if (scope === undefined || operation === 'atomic') return;
        if (hasNarrowStore.get(wave) > 0 && scope >= deviceScope && writesBack(wave, pc)) {
          hasNarrowStore.set(wave, 0);
          releaseKind.set(wave, BY_WRITE_BACK);
        }
        if (!facts.isOrdered) return;
        if (operation === 'load') sample(scope, NOT_SAMPLED, NOT_SAMPLED);
        else {
          sample(NOT_SAMPLED, scope, NOT_SAMPLED);
          if (scope < deviceScope) hasNarrowStore.set(wave, 1);
          else if (releaseKind.get(wave) === 0) releaseKind.set(wave, BY_SCOPE);
        }
      },
      exported({ wave, done }) {
        if (done && releaseKind.get(wave) > 0) sample(NOT_SAMPLED, NOT_SAMPLED, releaseKind.get(wave) - 1);
      },
    };

    function writesBack(wave: number, pc: number): boolean {
      return test().draws[facts.draw.get(wave)]?.writeBacks.has(pc) === true;
    }
  },
});
