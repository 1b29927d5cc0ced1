import { describe, expect, test } from 'vitest';
import { at, crowded, firedWith, type Mistake } from '../support/mistaken-launches.js';

describe('LAUNCH-03', () => {
  test('fires on a second launch in one cycle', () => {
    const mistake = at(2, (_, { cycle }) => ({ cycle, controller: 1 }));
    expect(firedWith(crowded(), mistake)).toContain('LAUNCH-03');
  });

  test('fires when a controller starts a wave before it has loaded the last one', () => {
    const busy: Mistake = ({ cycle }, before) => {
      const last = before.at(-1);
      return last !== undefined && cycle < last.cycle + last.loadCycles
        ? { controller: last.controller }
        : undefined;
    };
    expect(firedWith(crowded(), busy)).toContain('LAUNCH-03');
  });

  test('fires on a load that is faster than the rates', () => {
    expect(
      firedWith(
        crowded(),
        at(1, ({ loadCycles }) => ({ loadCycles: loadCycles - 1 })),
      ),
    ).toContain('LAUNCH-03');
  });

  test('fires when an instruction is issued before the load ends, and not for a slow load alone', () => {
    expect(
      firedWith(
        crowded(),
        at(1, () => ({ loadCycles: 5000 })),
      ),
    ).toContain('LAUNCH-03');
    expect(
      firedWith(
        crowded(),
        at(1, ({ loadCycles }) => ({ loadCycles: loadCycles + 1 })),
      ),
    ).toEqual([]);
  });
});
