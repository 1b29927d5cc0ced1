import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../transactions/index.js';
import { FIRST_BACKGROUND_WAVE } from '../../../transactions/index.js';
import { groupScene } from '../../support/background-scene.js';
import { verdictOf } from '../support/background-run.js';
import { scene } from '../support/scenes.js';
import { firedRules, Stream } from '../support/stream.js';
import { loads, QUAD } from './support/loads.js';

describe('RACE-06', () => {
  it('fires on the 64th outstanding vector load', () => {
    expect(firedRules(loads(64).judge())).toContain('RACE-06');
  });

  it('is silent on 63 of them, however many have returned before', () => {
    const verdict = loads(63, 20).judge();
    expect(firedRules(verdict)).not.toContain('RACE-06');
    expect(verdict.armed['RACE-06']).toBe(83);
  });

  it('fires when a wait ends that leaves more outstanding than it waits for', () => {
    const { at } = new Stream(scene());
    expect(firedRules(loads(1, 1).waited(0, at.loadWait).judge())).toContain('RACE-06');
    expect(firedRules(loads(0, 2).waited(0, at.loadWait).judge())).not.toContain('RACE-06');
    // Streams without returns are not judged by them.
    expect(firedRules(loads(1).waited(0, at.loadWait).judge())).not.toContain('RACE-06');
  });

  it('fires when an access returns twice', () => {
    const stream = loads(0, 1);
    const again = stream.transactions.at(-1)!;
    expect(firedRules(stream.judge())).not.toContain('RACE-06');
    expect(firedRules(stream.add({ ...again, cycle: stream.cycle + 1 }).judge())).toContain('RACE-06');
  });

  it.each([
    ['to another counter', { counter: 'lgkm' }],
    ['under another number', { access: 77 }],
    ['to another wave', { wave: 1 }],
  ] as const)('fires when an access returns %s', (_, change) => {
    const stream = loads(1).form([QUAD]);
    const back = {
      kind: 'memory-returned',
      cycle: stream.cycle + 1,
      wave: 0,
      access: 0,
      counter: 'vm',
    } as const;
    stream.perform(0, 0);
    expect(firedRules(stream.add({ ...back, ...change }).judge())).toContain('RACE-06');
  });

  it('judges the returns of compute waves too', () => {
    const clean = groupScene('navi21', {});
    /** What fires when returns of compute waves are changed. */
    const fired = (
      change: (t: Transaction & { readonly kind: 'memory-returned' }) => Transaction,
    ): boolean => {
      const { fired: rules } = verdictOf(clean, (t) =>
        t.kind === 'memory-returned' && t.wave >= FIRST_BACKGROUND_WAVE ? change(t) : t,
      );
      return (rules?.['RACE-06'] ?? 0) > 0;
    };
    expect(fired((t) => t)).toBe(false);
    expect(fired((t) => ({ ...t, access: 0 }))).toBe(true);
  });
});
