import { FIRST_BACKGROUND_WAVE, type Transaction } from '../../../../transactions/index.js';
import { createGroupedScene } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';
import { listFiredRules } from '../../support/stream.js';
import { issueLoads, QUAD } from './support/loads.js';

describe('RACE-11', () => {
  it('fires when an access returns twice, or on another device takes effect twice', () => {
    const stream = issueLoads(0, 1);
    const fires = (mayOmitKinds = false) =>
      /RACE-11/.test(`${listFiredRules(stream.judge({ mayOmitKinds }))}`);
    const lastReturn = stream.transactions.at(-1)!;
    expect([fires(), fires(true)]).toEqual([false, false]);
    stream.perform(0, 0);
    expect([fires(), fires(true)]).toEqual([false, true]);
    stream.add({ ...lastReturn, cycle: stream.cycle + 1 });
    expect(fires()).toBe(true);
  });

  it.each([
    ['to the wrong counter', { counter: 'lgkm' }],
    ['under the wrong id', { access: 77 }],
    ['to the wrong wave', { wave: 1 }],
  ] as const)('fires when an access returns %s', (_, change) => {
    const stream = issueLoads(1).form([QUAD]);
    const correctReturn = {
      kind: 'memory-returned',
      cycle: stream.cycle + 1,
      wave: 0,
      access: 0,
      counter: 'vm',
    } as const;
    stream.perform(0, 0);
    expect(listFiredRules(stream.add({ ...correctReturn, ...change }).judge())).toContain('RACE-11');
  });

  it('also checks the returns of compute waves', () => {
    const cleanScenario = createGroupedScene('navi21', {});
    /** Returns whether RACE-11 fires if `change` is applied to the returns of compute waves. */
    const fires = (
      change: (t: Transaction & { readonly kind: 'memory-returned' }) => Transaction,
    ): boolean => {
      const { fired: rules } = checkRun(cleanScenario, (t) =>
        t.kind === 'memory-returned' && t.wave >= FIRST_BACKGROUND_WAVE ? change(t) : t,
      );
      return (rules?.['RACE-11'] ?? 0) > 0;
    };
    expect(fires((t) => t)).toBe(false);
    expect(fires((t) => ({ ...t, access: 0 }))).toBe(true);
  });
});
