import {
  changeSection,
  findBrokenRules,
  replaceLine,
  SECTION,
} from '../../evidence/static/support/section-text.js';
import { scene } from '../../support/scenes.js';
import { P0, P1, Stream } from '../../support/stream.js';

const formTwoWaves = (): Stream => new Stream(scene()).form([P0]).form([P1], { didOverlap: true, newest: 0 });

function quiesceAsleep(stream: Stream): Stream {
  return stream.quiesce([{ unit: 'wave', index: 1, pc: 56, cause: { on: 'sleep' } }]);
}

test('fires for a wave that is still asleep even though the exit it is waiting for is visible (F43)', () => {
  const stream = formTwoWaves().poll(1, 0).runSection(0).countExit(0, 1).showId(1);
  const finding = quiesceAsleep(stream)
    .judge()
    .violations.find(({ rule }) => rule === 'HANG-05');
  expect(finding?.observed).toContain('the exit that it waits for has already happened');
  expect(finding?.place).toMatchObject({ wave: 1, pc: 56 });
});

test('does not fire for a wave that sleeps while waiting for a stuck wave', () => {
  const verdict = quiesceAsleep(formTwoWaves().poll(1, 0)).judge();
  expect(verdict.fired).not.toHaveProperty('HANG-05');
  expect(verdict.armed['HANG-05']).toBeGreaterThan(0);
});

test('fires for a wave that sleeps without a packer, since no exit can wake it', () => {
  expect(quiesceAsleep(formTwoWaves()).judge().fired).toHaveProperty('HANG-05');
});

test('fires on paths that sleep forever on GFX9 (F95), but not if the sleep is finite', () => {
  expect(findBrokenRules(changeSection('gfx9', 's_sleep 3', 's_sleep 0xffff'), 'gfx9')).toEqual(['HANG-05']);
  expect(findBrokenRules(changeSection('gfx9', 's_sleep 3', 's_sleep 0x7f'), 'gfx9')).toEqual([]);
});

test('fires on paths that sleep forever before the packer is set', () => {
  const earlySleep = ['s_sleep 0xffff', ...SECTION['gfx10.3']];
  expect(findBrokenRules(earlySleep, 'gfx10.3')).toEqual(['HANG-05']);
  expect(findBrokenRules(replaceLine(earlySleep, 's_sleep 0xffff', 's_sleep 0x7f'), 'gfx10.3')).toEqual([]);
});
