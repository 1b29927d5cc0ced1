import { DeviceContext, getReceiver, indexOf, makeEvent, UNIT } from '../../../rtl-model/context.js';
import type { Ordering } from '../../../rtl-model/db/ordering.js';
import { OverlapTable } from '../../../rtl-model/db/overlap-table.js';
import { OverlapTracker } from '../../../rtl-model/db/overlap-tracker.js';
import { NO_EVENT, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { createModelFormation } from '../../../rtl-model/sc/formation.js';
import { Packer } from '../../../rtl-model/sc/packer.js';
import { getPacking } from '../../../rtl-model/sc/packing.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { ExitTracker } from '../../../rtl-model/spi/exit-tracker.js';
import { Wave } from '../../../rtl-model/wave.js';
import type { Scenario, WaveClosing } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

const INTRAWAVE = {
  SPI_SHADER_PGM_RSRC2_PS: (1 << 25) | (1 << 26),
  PA_SC_SHADER_CONTROL: (1 << 2) | (1 << 3),
  DB_SHADER_CONTROL: 1 << 16,
  SPI_SHADER_COL_FORMAT: 1,
};
const ORDERED = { ...INTRAWAVE, SPI_SHADER_PGM_RSRC2_PS: 1 << 25, PA_SC_SHADER_CONTROL: 1 << 2 };

/** A quad's position, primitive and coverage masks. By default, all pixels are covered. */
type QuadRow = readonly [x: number, y: number, primitive: number, masks?: readonly [number, number]];

interface FormedWave {
  readonly wave: Wave;
  readonly reason: WaveClosing;
}

/** Creates a packer whose choices are answered by `answers`. Each quad may come from a draw with its own ordering. */
function makePacker(scenario: Scenario, answers: readonly number[] = []) {
  const formed: FormedWave[] = [];
  let reason: WaveClosing = 'full';
  let unblocked = 0;
  const context = new DeviceContext(scenario, new ReplayChoices(answers), (t) => {
    if (t.kind === 'wave-formed') reason = t.reason;
  });
  const [plan] = planDraws(context, scenario);
  const table = new OverlapTable(context, 256);
  const listener = {
    retired: (wave: Wave) => table.release(wave.overlap),
    windowMoved: () => {},
    exitingIdChanged: () => {},
  };
  const tracker = new ExitTracker(context, 0, listener);
  const packer = new Packer(context, 0, {
    overlap: new OverlapTracker(context, 32, 32, 1),
    table,
    tracker,
    formation: createModelFormation(context),
    hasDrained: () => packer.liveWaves === 0,
    makeWave: (index, sequence, draw) => {
      const wave = new Wave(sequence);
      wave.reset(index, sequence, draw);
      return wave;
    },
    nextNumber: () => formed.length,
    onFormed: (wave) => formed.push({ wave, reason }),
    onUnblocked: () => {
      unblocked++;
    },
  });
  const accept = (
    [x, y, primitive, [a, b] = [0x10001, 0x10001]]: QuadRow,
    ordering: Partial<Ordering> = {},
  ): boolean =>
    packer.accept(
      { ...plan, ordering: { ...plan.ordering, ...ordering } },
      Int32Array.of(x, y, primitive, a, b, 0),
      0,
    );
  const timesUnblocked = (): number => unblocked;
  return { packer, context, tracker, formed, accept, timesUnblocked };
}

it('closes a wave if the next quad overlaps a different primitive in the wave, but not its own', () => {
  const { packer, formed, accept } = makePacker(scene({ draw: { registers: ORDERED } }));
  for (const quad of [
    [0, 0, 1],
    [2, 0, 1],
    [0, 0, 1],
    [0, 0, 2],
  ] as const)
    expect(accept(quad)).toBe(true);
  packer.endDraw();
  expect(formed.map(({ wave, reason }) => [wave.quadCount, wave.overlap.didOverlap, reason])).toEqual([
    [3, false, 'overlap'],
    [1, true, 'draw-end'],
  ]);
});

it('packs quads at the same position into one wave if they cover different pixels', () => {
  const { packer, formed, accept } = makePacker(scene({ draw: { registers: ORDERED } }));
  accept([0, 0, 0, [1, 0]]);
  accept([0, 0, 1, [0x10000, 0]]);
  packer.endDraw();
  expect(formed.map(({ wave }) => wave.quadCount)).toEqual([2]);
});

it("closes a wave if the next primitive's parameters do not fit, regardless of how many quads it has", () => {
  const freedoms = { primitivesPerWave: 2 };
  const { formed, accept, packer } = makePacker(scene({ draw: { registers: ORDERED }, freedoms }));
  for (const [index, primitive] of [0, 0, 0, 1, 1, 2, 2, 3].entries()) accept([2 * index, 0, primitive]);
  packer.endDraw();
  expect(formed.map(({ wave, reason }) => [wave.quadCount, reason])).toEqual([
    [5, 'full'],
    [3, 'draw-end'],
  ]);
});

it('starts a new layer instead of closing the wave if the draw loads the intrawave argument (the example from S-066)', () => {
  const scenario = { ...scene({ draw: { registers: INTRAWAVE } }), wave: 64 as const };
  const { formed, accept } = makePacker(scenario);
  const overlapped: Readonly<Record<number, number>> = { 2: 0, 7: 3, 8: 7, 9: 8 };
  const positions: number[] = [];
  for (let quad = 0; quad < 16; quad++) {
    positions.push(overlapped[quad] === undefined ? quad : positions[overlapped[quad]]);
    accept([2 * positions[quad], 0, quad]);
  }
  expect(formed).toHaveLength(1);
  expect(formed[0].wave.intrawaveMask).toBe((1 << 2) | (1 << 7) | (1 << 8) | (1 << 9));
});

it('tells a wave that it overlaps an earlier wave even if the wave overlaps only itself (S-021, U4)', () => {
  const { packer, formed, accept } = makePacker(scene({ draw: { registers: INTRAWAVE } }));
  accept([0, 0, 0]);
  accept([0, 0, 1]);
  packer.endDraw();
  const [{ wave }] = formed;
  expect([wave.overlap.didOverlap, wave.intrawaveMask, wave.id, wave.overlap.newest]).toEqual([
    true,
    2,
    0,
    1023,
  ]);
});

it('closes a wave if the next quad is in a different region (pops.md 7)', () => {
  const registers = { ...ORDERED, PA_SC_SHADER_CONTROL: (1 << 2) | (1 << 5) };
  const { packer, formed, accept } = makePacker(scene({ draw: { registers } }));
  for (const x of [0, 6, 8, 14, 16]) accept([x, 0, 0]);
  packer.endDraw();
  expect(formed.map(({ wave, reason }) => [wave.quadCount, reason])).toEqual([
    [2, 'region'],
    [2, 'region'],
    [1, 'draw-end'],
  ]);
});

it('does not make unordered draws wait for the quads of ordered draws, or vice versa', () => {
  const { packer, formed, accept } = makePacker(scene({ draw: { registers: ORDERED } }));
  expect(accept([0, 0, 0])).toBe(true);
  packer.endDraw();
  for (const primitive of [1, 2])
    expect(accept([0, 0, primitive], { ordered: false, drains: true })).toBe(true);
  packer.endDraw();
  expect(accept([0, 0, 3])).toBe(true);
  packer.endDraw();
  expect(formed.map(({ wave }) => [wave.quadCount, wave.overlap.didOverlap, wave.overlap.newest])).toEqual([
    [1, false, 0],
    [2, false, 1],
    [1, true, 0],
  ]);
});

it('closes its wave before a quad that triggers a drain, and continues once all waves have ended (S-131)', () => {
  const { packer, formed, accept } = makePacker(scene({ draw: { registers: ORDERED } }));
  const drains = { drains: true };
  expect(accept([0, 0, 0], drains)).toBe(true);
  packer.endDraw();
  expect([accept([2, 0, 1], drains), accept([0, 0, 1], drains)]).toEqual([true, false]);
  expect(formed.map(({ reason }) => reason)).toEqual(['draw-end', 'drain']);
  packer.ended();
  packer.retry();
  expect(accept([0, 0, 1], drains)).toBe(false);
  packer.ended();
  packer.retry();
  expect([accept([0, 0, 1], drains), packer.isIdle]).toEqual([true, false]);
});

it("hangs at the quad that triggers the chip's bug (S-129)", () => {
  const { packer, formed, accept } = makePacker(scene({ draw: { registers: ORDERED } }), [1, 0]);
  const mayMiss = { mayMiss: true };
  expect(accept([0, 0, 0], mayMiss)).toBe(true);
  packer.endDraw();
  expect([packer.isWaiting, accept([0, 0, 1], mayMiss), packer.isWaiting]).toEqual([false, false, true]);
  packer.retry();
  expect([accept([2, 0, 1], mayMiss), packer.waitsFor, formed.length]).toEqual([false, 'drain', 1]);
});

it("misses the overlap if the chip's bug occurs, but still records the new wave as the owner of its pixels (S-129)", () => {
  const { packer, formed, accept } = makePacker(scene({ draw: { registers: ORDERED } }), [1, 1, 0]);
  for (const primitive of [0, 1, 2]) {
    expect(accept([0, 0, primitive], { mayMiss: true })).toBe(true);
    packer.endDraw();
  }
  expect(formed.map(({ wave }) => [wave.overlap.didOverlap, wave.overlap.newest])).toEqual([
    [false, 0],
    [false, 1],
    [true, 1],
  ]);
});

it('closes a wave as soon as waiting for the next quad times out', () => {
  const freedoms = { formationTimeout: 10 };
  const { packer, context, formed, accept } = makePacker(scene({ draw: { registers: ORDERED }, freedoms }));
  const closedAt: number[] = [];
  const quads = new Map([
    [0, 0],
    [7, 2],
    [30, 4],
  ]);
  for (const cycle of quads.keys()) context.wheel.schedule(cycle, makeEvent(UNIT.WAVE, cycle));
  for (let event = context.wheel.next(); event !== NO_EVENT; event = context.wheel.next()) {
    if (getReceiver(event) === UNIT.WAVE) accept([quads.get(indexOf(event))!, 0, 0]);
    else packer.timeout();
    if (formed.length > closedAt.length) closedAt.push(context.now);
  }
  expect(closedAt).toEqual([17, 40]);
  expect(formed.map(({ wave, reason }) => [wave.quadCount, reason])).toEqual([
    [2, 'timeout'],
    [1, 'timeout'],
  ]);
});

it('closes its wave and waits if the overlap table is full, and continues once waves have left it', () => {
  const { packer, tracker, formed, accept } = makePacker(
    scene({
      draw: { registers: ORDERED },
      freedoms: { overlapEntries: 4, overlapOverflow: setting('overlapOverflow', 'stall') },
    }),
  );
  for (const x of [0, 2, 4, 6]) expect(accept([x, 0, 0])).toBe(true);
  expect(accept([8, 0, 0])).toBe(false);
  expect([formed.length, formed[0].reason, packer.waitsFor]).toEqual([1, 'table', 'overlap-table']);
  packer.retry();
  expect(accept([8, 0, 0])).toBe(false);
  tracker.exit(formed[0].wave);
  packer.retry();
  expect(accept([8, 0, 0])).toBe(true);
});

it('waits for room in the id window, and reports when the wait starts and ends', () => {
  const freedoms = { idWindow: 2 };
  const { packer, context, tracker, formed, accept, timesUnblocked } = makePacker(
    scene({ draw: { registers: ORDERED }, freedoms }),
  );
  for (const primitive of [0, 1, 2, 3]) expect(accept([0, 0, primitive])).toBe(true);
  expect(accept([0, 0, 4])).toBe(false);
  expect([formed.length, packer.waitsFor, packer.hasOpenWave]).toEqual([3, 'id-window', false]);
  expect(packer.isWaiting).toBe(true);
  packer.retry();
  packer.endDraw();
  expect([timesUnblocked(), packer.launchPartialWave(), formed.length]).toEqual([0, false, 3]);
  expect(accept([0, 0, 4])).toBe(false);
  tracker.exit(formed[0].wave);
  while (tracker.shown === 0) if (getReceiver(context.wheel.next()) === UNIT.EXIT_VISIBLE) tracker.arrive();
  packer.retry();
  expect([timesUnblocked(), packer.waitsFor, formed.length]).toEqual([1, undefined, 4]);
  // The overlap occurred before the end of the draw.
  expect([formed[3].reason, packer.isWaiting]).toEqual(['overlap', false]);
  expect(accept([0, 0, 4])).toBe(true);
});

it('waits for a launch if its queue of formed waves is full', () => {
  const { packer, formed, accept, timesUnblocked } = makePacker(scene({ draw: { registers: ORDERED } }));
  let primitive = 0;
  while (accept([0, 0, primitive])) primitive++;
  const formedCount = formed.length;
  // The queue has room for eight waves.
  expect([formedCount, packer.waiting.length, packer.waitsFor, packer.hasOpenWave]).toEqual([
    8,
    8,
    undefined,
    false,
  ]);
  packer.retry();
  expect([timesUnblocked(), accept([0, 0, primitive])]).toEqual([0, false]);
  packer.take();
  expect([timesUnblocked(), formed.length, accept([0, 0, primitive])]).toEqual([1, formedCount + 1, true]);
});

it('launches its partial wave if nothing else can make progress, and reports whether it had one', () => {
  const { packer, formed, accept, timesUnblocked } = makePacker(scene({ draw: { registers: ORDERED } }));
  expect(packer.launchPartialWave()).toBe(false);
  accept([0, 0, 0]);
  packer.retry();
  expect(timesUnblocked()).toBe(0);
  expect([packer.hasOpenWave, packer.launchPartialWave(), packer.hasOpenWave]).toEqual([true, true, false]);
  expect(formed.map(({ wave, reason }) => [wave.quadCount, reason])).toEqual([[1, 'timeout']]);
  expect(packer.launchPartialWave()).toBe(false);
});

it("reads a draw's partial-wave countdown and regions from its registers", () => {
  const readPacking = (registers: Record<string, number>) => {
    const { countdown, breakRegion } = getPacking('gfx10.3', scene({ draw: { registers } }).draws[0]);
    return [countdown, breakRegion];
  };
  for (let field = 0; field < 8; field++)
    expect(readPacking({ DB_RENDER_OVERRIDE2: field << 2 })).toEqual([16 * (field + 1), 0]);
  expect([0, 1, 2, 3].map((field) => readPacking({ PA_SC_SHADER_CONTROL: field << 5 })[1])).toEqual([
    0, 8, 16, 32,
  ]);
});
