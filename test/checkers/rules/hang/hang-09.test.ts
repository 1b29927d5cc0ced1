import { FIRST_BACKGROUND_WAVE, type WaitCause } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** Forms two waves. The first is launched if `isLaunched`; the second is still waiting when the device is idle. */
function createIdleStream(cause: WaitCause, isLaunched: boolean): Stream {
  const stream = new Stream(scene())
    .form([{ x: 0, y: 0, primitive: 0 }])
    .form([{ x: 4, y: 0, primitive: 1 }]);
  if (isLaunched) stream.add(makeLaunch(9, 0, 0)).allocate(0);
  return stream.quiesce([{ unit: 'wave', index: 1, pc: -1, cause }]);
}

const SLOT = { on: 'launch-resource', resource: 'wave-slot' } as const;
const SPACE = { on: 'export-space', packer: 0 } as const;

test.each([SLOT, SPACE, { on: 'fetch' } as const])(
  'fires for a wave that waits for something no wave holds: %o',
  (cause) => {
    expect(listFiredRules(createIdleStream(cause, false).judge())).toContain('HANG-09');
  },
);

test.each([SLOT, SPACE])('does not fire while another wave holds the resource: %o', (cause) => {
  const verdict = createIdleStream(cause, true).judge();
  expect(listFiredRules(verdict)).not.toContain('HANG-09');
  expect(verdict.armed['HANG-09']).toBe(1);
});

test('does not mistake a waiting packer for the wave with the same index', () => {
  const stream = new Stream(scene()).form([{ x: 0, y: 0, primitive: 0 }]);
  const verdict = stream.quiesce([{ unit: 'packer', index: 0, pc: -1, cause: SPACE }]).judge();
  expect(listFiredRules(verdict)).not.toContain('HANG-09');
  expect(verdict.armed['HANG-09']).toBe(0);
});

test('leaves the waits of background waves to HANG-01', () => {
  const index = FIRST_BACKGROUND_WAVE;
  const stream = new Stream(scene()).form([{ x: 0, y: 0, primitive: 0 }]);
  const verdict = stream.quiesce([{ unit: 'wave', index, pc: -1, cause: SLOT }]).judge();
  expect(listFiredRules(verdict)).toContain('HANG-01');
  expect(listFiredRules(verdict)).not.toContain('HANG-09');
});
