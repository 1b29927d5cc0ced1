import { describe, expect, test } from 'vitest';
import { scene } from '../support/scenes.js';
import { firedRules, Stream } from '../support/stream.js';

const P0 = { x: 0, y: 0, primitive: 0 };
const P1 = { x: 0, y: 0, primitive: 1 };

describe('legal behaviour of scan converter and depth block is not flagged', () => {
  test('L18: a sample interlock is ordered by whole pixels', () => {
    // The samples are disjoint, so that nothing overlaps; a device that tracks pixels says that it does.
    const draw = { interlock: 'sample-ordered', samples: 2 } as const;
    const stream = new Stream(scene({ draw }))
      .form([{ ...P0, masks: [1, 1, 1, 1] }])
      .form([{ ...P1, masks: [2, 2, 2, 2] }], { didOverlap: true, newest: 0 });
    stream.section(0).end(0).exitCounted(0, 1).poll(1, 1).section(1).end(1).exitCounted(1, 2);
    expect(firedRules(stream.judge())).toEqual([]);
  });

  test('L26: waves are closed with few quads, for any reason', () => {
    const stream = new Stream(scene());
    for (const reason of ['overlap', 'region', 'timeout', 'drain', 'table', 'draw-end'] as const)
      stream.form([{ x: 2 * stream.cycle, y: 0, primitive: 0 }], { reason });
    expect(firedRules(stream.judge())).toEqual([]);
  });

  test('L29: coarse neighbours without a common fine pixel run at once on GFX11', () => {
    const registers = { GE_VRS_RATE: 0x11, DB_SHADER_CONTROL: 0x02010600 };
    const stream = new Stream(scene({ chip: 'navi31', draw: { registers } }))
      .form([{ ...P0, rate: 5, masks: [0b0101, 0, 0, 0] }])
      .form([{ ...P1, rate: 5, masks: [0b1010, 0, 0, 0] }]);
    stream.eventWait(0).eventWait(1);
    const access = stream.issue({ wave: 0 });
    stream.issue({ wave: 1 });
    stream.perform(0, access);
    expect(firedRules(stream.judge())).toEqual([]);
  });

  test('L30: explicit relaxed order lets sections run out of primitive order, one at a time', () => {
    const stream = new Stream(scene({ draw: { order: 'relaxed' } }))
      .form([P1])
      .form([P0], { didOverlap: true, newest: 0 });
    stream.section(0).end(0).exitCounted(0, 1).poll(1, 1).section(1).end(1).exitCounted(1, 2);
    expect(firedRules(stream.judge())).toEqual([]);
  });

  test('L32: GFX11 shades at 1x1 where the driver forces fine pixels', () => {
    const registers = {
      GE_VRS_RATE: 0x11,
      DB_SHADER_CONTROL: 1 << 16,
      PA_SC_VRS_SURFACE_CNTL_1: 1 << 7,
    };
    const draw = { width: 2, height: 2, vertices: [0, 0, 2048, 0, 0, 2048], registers };
    const stream = new Stream(scene({ chip: 'navi31', draw })).form([P0]);
    const verdict = stream.add({ kind: 'draw-end', cycle: 2, draw: 0 }).quiesce().judge();
    expect(firedRules(verdict)).not.toContain('LAUNCH-06');
    expect(verdict.armed['LAUNCH-06']).toBe(1);
  });
});
