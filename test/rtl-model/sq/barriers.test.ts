import { expect, it } from 'vitest';
import type { Instruction } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { Group } from '../../../rtl-model/spi/background/group.js';
import { Barriers } from '../../../rtl-model/sq/barriers.js';
import { STATUS, Wave } from '../../../rtl-model/wave.js';
import { scene } from '../../checkers/support/scenes.js';

const BARRIER = { pc: 0 } as Instruction;

function makeGroup(size: number) {
  const context = new DeviceContext(scene(), new ReplayChoices([]), null);
  const waves = Array.from({ length: size }, (_, index) => new Wave(index));
  const group = { waves, atBarrier: [], endedCount: 0 } as unknown as Group;
  for (const wave of waves) wave.group = group;
  return { barriers: new Barriers(context), waves, group };
}

it('a wave waits at a barrier for the others in its group, and all of them resume once the last one arrives', () => {
  const { barriers, waves, group } = makeGroup(3);
  for (let round = 0; round < 2; round++) {
    expect(barriers.reach(waves[0], group, BARRIER)).toBe(false);
    expect(barriers.reach(waves[2], group, BARRIER)).toBe(false);
    expect([waves[0].status, waves[2].status]).toEqual([STATUS.BARRIER, STATUS.BARRIER]);
    expect(barriers.reach(waves[1], group, BARRIER)).toBe(true);
    expect(waves.map(({ status }) => status)).toEqual(waves.map(() => STATUS.RUNNING));
  }
});

it('a barrier no longer waits for a wave that has ended', () => {
  const { barriers, waves, group } = makeGroup(2);
  expect(barriers.reach(waves[0], group, BARRIER)).toBe(false);
  barriers.onWaveEnded(group);
  expect([waves[0].status, waves[0].resumeToken >= 0]).toEqual([STATUS.RUNNING, true]);
  expect(barriers.reach(waves[0], group, BARRIER)).toBe(true);
});

it('a wave that ends does not open the barrier while another wave has yet to reach it', () => {
  const { barriers, waves, group } = makeGroup(3);
  barriers.reach(waves[0], group, BARRIER);
  barriers.onWaveEnded(group);
  expect([waves[0].status, group.atBarrier]).toEqual([STATUS.BARRIER, [waves[0]]]);
  expect(barriers.reach(waves[2], group, BARRIER)).toBe(true);
  expect(waves[0].status).toBe(STATUS.RUNNING);
});
