import { describe, expect, test } from 'vitest';
import { launchedAt } from '../../support/launched.js';
import { at, crowded, firedWith, type Mistake } from '../../support/mistaken-launches.js';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

describe('LAUNCH-03', () => {
  test('fires for a second launch in the same cycle', () => {
    const mistake = at(2, (_, { cycle }) => ({ cycle, controller: 1 }));
    expect(firedWith(crowded(), mistake)).toContain('LAUNCH-03');
  });

  test('fires when a controller starts a wave while still loading the previous one', () => {
    const onBusyController: Mistake = ({ cycle }, before) => {
      const last = before.at(-1);
      return last !== undefined && cycle < last.cycle + last.loadCycles
        ? { controller: last.controller }
        : undefined;
    };
    expect(firedWith(crowded(), onBusyController)).toContain('LAUNCH-03');
  });

  test('reports the wave that the controller is still loading', () => {
    // 40 attributes of one primitive take 480 dwords and 20 cycles.
    const stream = new Stream(scene({ draw: { registers: { SPI_PS_IN_CONTROL: 40 } } }));
    for (let primitive = 0; primitive < 2; primitive++) stream.form([{ x: 8 * primitive, y: 0, primitive }]);
    stream.add(launchedAt(4, 0, 0, { loadCycles: 20, controller: 1 }));
    stream.add(launchedAt(9, 1, 1, { loadCycles: 20, controller: 1 }));
    const { violations } = stream.judge();
    const { allowed, observed, steps } = violations.find(({ rule }) => rule === 'LAUNCH-03')!;
    expect([allowed, observed]).toEqual([
      'Controller 1 loads until cycle 24.',
      'It starts wave 1 (packer 0 id 1) in cycle 9.',
    ]);
    expect(steps).toContain('cycle 4: wave 0 (packer 0 id 0) launched, loaded in cycle 24');
  });

  test('fires for a load that is faster than the rates allow', () => {
    expect(
      firedWith(
        crowded(),
        at(1, ({ loadCycles }) => ({ loadCycles: loadCycles - 1 })),
      ),
    ).toContain('LAUNCH-03');
  });

  test('fires when both controllers together load parameters faster than 24 dwords per cycle (P-073)', () => {
    // One attribute of one primitive takes 12 dwords, so two fill one cycle of a load.
    const rulesForLoads = (attributes: number, first: number, second: number): string[] => {
      const registers = { SPI_PS_IN_CONTROL: attributes };
      const stream = new Stream(scene({ draw: { registers } }));
      for (let primitive = 0; primitive < 2; primitive++)
        stream.form([{ x: 8 * primitive, y: 0, primitive }]);
      stream.add(launchedAt(4, 0, 0, { loadCycles: first, controller: 0 }));
      stream.add(launchedAt(5, 1, 1, { loadCycles: second, controller: 1 }));
      const fired = firedRules(stream.judge()).filter((rule) => rule === 'LAUNCH-03');
      return [...new Set(fired)];
    };
    expect(rulesForLoads(16, 8, 14)).toEqual(['LAUNCH-03']);
    expect(rulesForLoads(16, 8, 15)).toEqual([]);
    expect(rulesForLoads(8, 4, 7)).toEqual([]);
  });

  test('fires for a slow load in our device, and in others if an instruction issues before it ends', () => {
    const firedWhenSlowerBy = (cycles: number, isForeign = false): readonly string[] =>
      firedWith(
        crowded(),
        at(1, ({ loadCycles }) => ({ loadCycles: loadCycles + cycles })),
        undefined,
        isForeign,
      );
    expect(firedWhenSlowerBy(1)).toEqual(['LAUNCH-03']);
    expect(firedWhenSlowerBy(1, true)).toEqual([]);
    expect(firedWhenSlowerBy(5000, true)).toContain('LAUNCH-03');
  });

  test("fires if a wave's first instruction precedes the end of its load", () => {
    const rulesForFirstAt = (cycle: number): string[] => {
      // 40 attributes of one primitive take 480 dwords and 20 cycles.
      const registers = { SPI_PS_IN_CONTROL: 40 };
      const stream = new Stream(scene({ draw: { registers } })).form([{ x: 0, y: 0, primitive: 0 }]);
      stream.add(launchedAt(3, 0, 0, { loadCycles: 20 })).cycle = cycle - 1;
      return firedRules(stream.run(0, 0, 0).judge()).filter((rule) => rule === 'LAUNCH-03');
    };
    expect(rulesForFirstAt(22)).toEqual(['LAUNCH-03']);
    expect(rulesForFirstAt(23)).toEqual([]);
  });
});
