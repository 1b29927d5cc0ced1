import { expect, it } from 'vitest';
import { DeviceContext } from '../../../rtl-model/context.js';
import type { DesignBoundary } from '../../../rtl-model/cosim/design-boundary.js';
import { DesignIdFormation, DesignLaunchQueue } from '../../../rtl-model/cosim/design-launch.js';
import { OverlapSet } from '../../../rtl-model/db/overlap-set.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { Packer } from '../../../rtl-model/sc/packer.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { scene } from '../../checkers/support/scenes.js';

const PACKER = 1;
const LINE = 'a line from the design';
const ORDERED_REGISTERS = { DB_SHADER_CONTROL: 1 << 16, SPI_SHADER_COL_FORMAT: 1 };

/**
 * Returns the messages that the host posts to a design, and a function that creates the packer's wave with a given
 * sequence number.
 */
function createFixture() {
  const scenario = scene({
    chip: 'navi31',
    draw: { registers: ORDERED_REGISTERS },
    freedoms: { idWrap: 9, idStart: 7 },
  });
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const posted: string[] = [];
  const boundary = {
    post: (...fields: unknown[]) => posted.push(fields.join(' ')),
  } as unknown as DesignBoundary;
  const [plan] = planDraws(context, scenario);
  const makeWave = (sequence: number): Wave =>
    Object.assign(new Wave(sequence), { sequence, packer: PACKER, plan, slot: -1, id: -1 });
  return { context, boundary, posted, makeWave };
}

it('reports a closed wave only once, and forms it once the design has assigned its id', () => {
  const { context, boundary, posted, makeWave } = createFixture();
  let retries = 0;
  const formation = new DesignIdFormation(context, PACKER, boundary, () => retries++);
  const ports = { waveOf: () => undefined } as never;
  for (const id of [0, 9]) {
    const [wave, other] = [makeWave(id), makeWave(5)];
    posted.length = 0;
    expect([formation.admits(wave), formation.admits(wave)]).toEqual([false, false]);
    expect(posted).toEqual(['packed 1']);
    expect([formation.getBlocker(wave), formation.getBlocker(other)]).toEqual(['id-window', undefined]);
    for (const invalidId of [-1, 10])
      expect(() => formation.onNumbered([invalidId], LINE)).toThrow('ids range from 0 to 9');
    formation.onNumbered([id], LINE);
    expect(() => formation.onNumbered([id], LINE)).toThrow('packer 1 has no wave waiting for its id');
    expect(formation.admits(wave)).toBe(true);
    const overlapped = new OverlapSet();
    if (id === 9) overlapped.add(8);
    formation.describe(wave, overlapped, ports);
    expect([wave.id, wave.overlap.didOverlap]).toEqual([id, id === 9]);
    expect(formation.getBlocker(wave)).toBeUndefined();
  }
  expect(retries).toBe(2);
  expect(() => formation.onNumbered([3], LINE)).toThrow('packer 1 has no wave waiting for its id');
});

it('tells the design when the id window moves', () => {
  const { context, boundary, posted } = createFixture();
  const formation = new DesignIdFormation(context, PACKER, boundary, () => undefined);
  for (const first of [0, 2, 3]) formation.windowMoved(first);
  expect(posted).toEqual(['window 1 7', 'window 1 9', 'window 1 0']);
});

it('launches each wave once, in the order chosen by the design, and notifies the design', () => {
  const { boundary, posted, makeWave } = createFixture();
  const waiting = [3, 4].map((id) => Object.assign(makeWave(id), { id }));
  for (const { launch } of waiting) launch.staged = true;
  const [third, fourth] = waiting;
  let wakes = 0;
  const packer = {
    waiting,
    take: (wave: Wave) => waiting.splice(waiting.indexOf(wave), 1)[0],
  } as unknown as Packer;
  const queue = new DesignLaunchQueue(packer, PACKER, boundary, () => wakes++);
  queue.onOffered([4], LINE);
  queue.onOffered([3], LINE);
  for (const id of [3, 5])
    expect(() => queue.onOffered([id], LINE)).toThrow(`packer 1 has no wave ${id} to offer`);
  expect(wakes).toBe(2);
  expect([queue.take(), queue.take()]).toEqual([fourth, third]);
  expect([queue.waiting, waiting, posted]).toEqual([[], [], ['launched 1 4', 'launched 1 3']]);
});
