import type { Group } from '../../rtl-model/spi/background/group.js';
import type { DrawPlan } from '../../rtl-model/spi/draw-plan.js';
import type { Wave } from '../../rtl-model/wave.js';
import { WaveRecords } from '../../rtl-model/wave-records.js';

const PLAN = {} as DrawPlan;

function makeFinishedWave(records: WaveRecords): Wave {
  const wave = records.make(0, 0, PLAN);
  return Object.assign(wave, { ended: true, drained: true, retired: true });
}

it("reuses a wave's record once nothing more can arrive for it", () => {
  const records = new WaveRecords();
  const wave = makeFinishedWave(records);
  expect(records.allFree).toBe(false);
  records.recycle(wave);
  expect(records.allFree).toBe(true);
  expect(records.make(0, 1, PLAN)).toBe(wave);
  expect(records.make(0, 2, PLAN)).not.toBe(wave);
});

it.each<[string, (wave: Wave) => object]>([
  ['has not drained', (wave) => Object.assign(wave, { drained: false })],
  ['has not retired', (wave) => Object.assign(wave, { retired: false })],
  ['awaits export space', ({ exports }) => Object.assign(exports, { awaitsSpace: true })],
  ['has an exit in flight', ({ section }) => Object.assign(section, { exitsInFlight: 1 })],
  ['has a ready flag in flight', ({ exports }) => Object.assign(exports, { readyScheduled: true })],
])('keeps the record of a wave that %s', (_, change) => {
  const records = new WaveRecords();
  const wave = makeFinishedWave(records);
  change(wave);
  records.recycle(wave);
  expect(records.allFree).toBe(true);
  expect(records.make(0, 1, PLAN)).not.toBe(wave);
});

it('reuses the record of a wave that has received its ready flag', () => {
  const records = new WaveRecords();
  const wave = makeFinishedWave(records);
  Object.assign(wave.exports, { readyScheduled: true, ready: true });
  records.recycle(wave);
  expect(records.make(0, 1, PLAN)).toBe(wave);
});

it("reuses the record of a work group's wave as soon as it has drained, because no packer needs it", () => {
  const records = new WaveRecords();
  const group = { plan: PLAN } as unknown as Group;
  const wave = records.makeBackground(group);
  expect(wave.group).toBe(group);
  records.recycle(wave);
  expect(records.makeBackground(group)).not.toBe(wave);
  Object.assign(wave, { ended: true, drained: true });
  records.recycle(wave);
  const next = records.make(0, 1, PLAN);
  expect(next).toBe(wave);
  expect([next.group, next.retired]).toEqual([undefined, false]);
});
