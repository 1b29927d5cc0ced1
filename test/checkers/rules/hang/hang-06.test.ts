import type { WaitCause, Waiting } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const makeQuad = (primitive: number) => ({ x: 0, y: 0, primitive });
const createWait = (index: number, cause: WaitCause): Waiting => ({ unit: 'wave', index, pc: 44, cause });
const pollingWave = createWait(1, { on: 'exiting-id', packer: 0, exiting: 0 });

/**
 * Checks two overlapping waves: the older one waits for a slot, and the younger one has a slot and waits on
 * `youngerWait`.
 */
function checkStuckWaves(youngerWait: Waiting) {
  const stream = new Stream(scene()).form([makeQuad(0)]).form([makeQuad(1)], { didOverlap: true, newest: 0 });
  stream.add(makeLaunch(9, 1, 0)).poll(1, 0);
  const { violations, armed } = stream
    .quiesce([youngerWait, createWait(0, { on: 'launch-resource', resource: 'wave-slot' })])
    .judge();
  const findViolation = (id: string) => violations.find(({ rule }) => rule === id);
  return { finding: findViolation('HANG-06'), hang: findViolation('HANG-01'), armed: armed['HANG-06'] };
}

test('fires when the wave in the last slot waits for a wave without a slot', () => {
  const { finding } = checkStuckWaves(pollingWave);
  expect(finding).toMatchObject({ place: { wave: 0, otherWave: 1 } });
  expect(finding?.steps).toHaveLength(2);
});

test('leaves the hang to HANG-01 when the holder of the slot waits for something else', () => {
  const { finding, hang, armed } = checkStuckWaves(createWait(1, { on: 'counter', counter: 'vm' }));
  expect({ finding, armed }).toEqual({ finding: undefined, armed: 1 });
  expect(hang?.place).toMatchObject({ wave: 1 });
});
