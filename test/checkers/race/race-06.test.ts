import { describe, expect, it } from 'vitest';
import type { MemoryIssued, Transaction } from '../../../transactions/index.js';
import { FIRST_BACKGROUND_WAVE } from '../../../transactions/index.js';
import { groupScene, shareScene } from '../../support/background-scene.js';
import { verdictOf } from '../support/background-run.js';
import { scene } from '../support/scenes.js';
import { firedRules, Stream } from '../support/stream.js';

const QUAD = { x: 0, y: 0, primitive: 0 };

/** A wave with this many loads under way, after some that came back. */
function loads(count: number, returned = 0): Stream {
  const stream = new Stream(scene()).form([QUAD]);
  for (let i = 0; i < returned + count; i++) {
    const access = stream.issue({ wave: 0 });
    if (i >= returned) continue;
    stream.perform(0, access);
    stream.add({ kind: 'memory-returned', cycle: stream.cycle + 1, wave: 0, access, counter: 'vm' });
  }
  return stream;
}

describe('RACE-06', () => {
  it('fires on the 64th vector load that is outstanding', () => {
    expect(firedRules(loads(64).judge())).toContain('RACE-06');
  });

  it('is silent on 63 of them, however many came back before', () => {
    const verdict = loads(63, 20).judge();
    expect(firedRules(verdict)).not.toContain('RACE-06');
    expect(verdict.armed['RACE-06']).toBe(83);
  });

  it('fires when a wait ends that leaves more outstanding than it waits for', () => {
    const { at } = new Stream(scene());
    expect(firedRules(loads(1, 1).waited(0, at.loadWait).judge())).toContain('RACE-06');
    expect(firedRules(loads(0, 2).waited(0, at.loadWait).judge())).not.toContain('RACE-06');
    // Who never tells of returns is not held to them.
    expect(firedRules(loads(1).waited(0, at.loadWait).judge())).not.toContain('RACE-06');
  });

  it('fires when a store and a load of one word are performed in another order than they were issued', () => {
    const both = (first: number, second: number, space: 'buffer' | 'image' = 'buffer'): Stream => {
      const registers = { SPI_SHADER_PGM_RSRC1_PS: 0 };
      const stream = new Stream(scene({ draw: { registers } })).form([QUAD]);
      const accesses = [stream.issue({ wave: 0, operation: 'store' }), stream.issue({ wave: 0 })];
      const load = stream.transactions.pop() as MemoryIssued;
      stream.add({ ...load, space });
      return stream.perform(0, accesses[first]).perform(0, accesses[second]);
    };
    expect(firedRules(both(1, 0).judge())).toContain('RACE-06');
    expect(firedRules(both(0, 1).judge())).not.toContain('RACE-06');
    // Images may overtake the others where MEM_ORDERED is off.
    expect(firedRules(both(1, 0, 'image').judge())).not.toContain('RACE-06');
  });

  it('lets accesses overtake each other that share no byte, or all load', () => {
    const stream = new Stream(scene()).form([QUAD]);
    const [load, again] = [stream.issue({ wave: 0 }), stream.issue({ wave: 0 })];
    expect(firedRules(stream.perform(0, again).perform(0, load).judge())).not.toContain('RACE-06');
    const apart = new Stream(scene()).form([QUAD]);
    const store = apart.issue({ wave: 0, operation: 'store', base: 0x40_0000 });
    const other = apart.issue({ wave: 0 });
    expect(firedRules(apart.perform(0, other).perform(0, store).judge())).not.toContain('RACE-06');
  });

  it('fires when accesses of one way come back in another order than they were issued', () => {
    const both = (first: number, second: number, space: 'buffer' | 'image' = 'buffer'): Stream => {
      const registers = { SPI_SHADER_PGM_RSRC1_PS: 0 };
      const stream = new Stream(scene({ draw: { registers } })).form([QUAD]);
      const accesses = [stream.issue({ wave: 0 }), stream.issue({ wave: 0 })];
      stream.add({ ...(stream.transactions.pop() as MemoryIssued), space });
      for (const access of accesses) stream.perform(0, access);
      for (const at of [first, second])
        stream.add({
          kind: 'memory-returned',
          cycle: stream.cycle + 1,
          wave: 0,
          access: accesses[at],
          counter: 'vm',
        });
      return stream;
    };
    expect(firedRules(both(1, 0).judge())).toContain('RACE-06');
    expect(firedRules(both(0, 1).judge())).not.toContain('RACE-06');
    // Images may overtake the others where MEM_ORDERED is off.
    expect(firedRules(both(1, 0, 'image').judge())).not.toContain('RACE-06');
  });

  it('fires when an access comes back twice', () => {
    const stream = loads(0, 1);
    const again = stream.transactions.at(-1)!;
    expect(firedRules(stream.judge())).not.toContain('RACE-06');
    expect(firedRules(stream.add({ ...again, cycle: stream.cycle + 1 }).judge())).toContain('RACE-06');
  });

  it.each([
    ['to another counter', { counter: 'lgkm' }],
    ['under another number', { access: 77 }],
    ['to another wave', { wave: 1 }],
  ] as const)('fires when an access comes back %s', (_, change) => {
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

  it('fires when an access comes back that is performed later', () => {
    const fired = (returned: number, performed: number, again: number): boolean => {
      const stream = loads(1);
      const about = { wave: 0, access: 0 } as const;
      const performs = { kind: 'memory-performed', ...about, level: 'L2', data: new Int32Array(64) } as const;
      const steps = [
        { kind: 'memory-returned', ...about, cycle: returned, counter: 'vm' } as const,
        { ...performs, cycle: performed },
        { ...performs, cycle: again },
      ];
      for (const step of steps.sort((one, other) => one.cycle - other.cycle)) stream.add(step);
      return firedRules(stream.judge()).includes('RACE-06');
    };
    expect(fired(50, 60, 60)).toBe(true);
    expect(fired(60, 50, 50)).toBe(false);
    // Records of one cycle come in any order, and what reaches L2 after L0 has been performed.
    expect(fired(50, 50, 50)).toBe(false);
    expect(fired(60, 50, 70)).toBe(false);
  });

  it('holds compute waves to their returns as well', () => {
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

  it('holds compute waves to the order of their returns from the global data share', () => {
    const outstanding: MemoryIssued[] = [];
    const swapped = new Map<number, number>();
    const { violations } = verdictOf(shareScene('navi21'), (t) => {
      if (t.kind === 'memory-issued' && t.space === 'gds') outstanding.push({ ...t });
      if (t.kind !== 'memory-returned') return t;
      const at = outstanding.findIndex(({ access }) => access === t.access);
      if (at < 0) return t;
      outstanding.splice(at, 1);
      // The younger of two comes back in place of the older.
      const younger = outstanding.find(({ wave, access }) => wave === t.wave && !swapped.has(access));
      if (younger !== undefined && !swapped.has(t.access)) swapped.set(younger.access, t.access);
      const access = swapped.get(t.access) ?? younger?.access ?? t.access;
      return { ...t, access };
    });
    expect(swapped.size).toBeGreaterThan(0);
    const found = violations.find(({ rule }) => rule === 'RACE-06');
    expect(found?.allowed).toContain('come back in the order of their issue');
    expect(verdictOf(shareScene('navi21')).fired).toEqual({});
  });
});
