import { expect, test } from 'vitest';
import type { WaitCause, Waiting } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launched.js';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const quad = (primitive: number) => ({ x: 0, y: 0, primitive });
const waitingWave = (index: number, cause: WaitCause): Waiting => ({ unit: 'wave', index, pc: 44, cause });
const pollingWave = waitingWave(1, { on: 'exiting-id', packer: 0, exiting: 0 });

/** Checks two overlapping waves: the older one waits for a slot, and the younger one is launched and waits as given. */
function checkStuckWaves(youngerWait: Waiting) {
  const stream = new Stream(scene()).form([quad(0)]).form([quad(1)], { didOverlap: true, newest: 0 });
  stream.add(makeLaunch(9, 1, 0)).poll(1, 0);
  const { violations, armed } = stream
    .quiesce([youngerWait, waitingWave(0, { on: 'launch-resource', resource: 'wave-slot' })])
    .judge();
  const find = (id: string) => violations.find(({ rule }) => rule === id);
  return { found: find('HANG-06'), hang: find('HANG-01'), armed: armed['HANG-06'] };
}

test('fires when the wave in the last slot waits for a wave that has none', () => {
  const { found } = checkStuckWaves(pollingWave);
  expect(found).toMatchObject({ place: { wave: 0, otherWave: 1 } });
  expect(found?.steps).toHaveLength(2);
});

test('leaves the hang to HANG-01 when the holder of the slot waits for something else', () => {
  const { found, hang, armed } = checkStuckWaves(waitingWave(1, { on: 'counter', counter: 'vm' }));
  expect({ found, armed }).toEqual({ found: undefined, armed: 1 });
  expect(hang?.place).toMatchObject({ wave: 1 });
});
