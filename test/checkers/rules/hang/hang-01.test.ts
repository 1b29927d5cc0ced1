import type { WaitCause, Waiting } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const createQuad = (primitive: number, x = 0) => ({ x, y: 0, primitive });
const createWait = (index: number, cause: WaitCause, pc = 44): Waiting => ({
  unit: 'wave',
  index,
  pc,
  cause,
});
const createPollWait = (index: number, packer = 0, exiting = 0): Waiting =>
  createWait(index, { on: 'exiting-id', packer, exiting });

const formTwoWaves = (chip?: 'navi31'): Stream =>
  new Stream(scene(chip === undefined ? {} : { chip }))
    .form([createQuad(0)])
    .form([createQuad(1)], { didOverlap: true, newest: 0 });

/** Returns a stream's HANG-01 finding, of which there must be exactly one. */
function findHang(stream: Stream) {
  const findings = stream.judge().violations.filter(({ rule }) => rule === 'HANG-01');
  expect(findings).toHaveLength(1);
  return findings[0];
}

test('follows the wait from a polling wave to the wave that ended without exiting', () => {
  const stream = formTwoWaves()
    .setPacker(0)
    .poll(1, 0)
    .end(0)
    .quiesce([createPollWait(1)]);
  const finding = findHang(stream);
  expect(finding.unit).toBe('program');
  expect(finding.place).toMatchObject({ wave: 1, otherWave: 0, pc: 44 });
  expect(finding.steps).toEqual([
    'wave 1 (packer 0 id 1) polls until the exiting id passes 0; the oldest unfinished wave is wave 0 (packer 0 id 0)',
    'wave 0 (packer 0 id 0) ended at pc 0x68 (s_endpgm) without sending its exit',
  ]);
});

test('finds a cycle of waits through a younger wave in the last slot', () => {
  const stream = formTwoWaves().add(makeLaunch(9, 1, 0));
  const finding = findHang(
    stream
      .poll(1, 0)
      .quiesce([createPollWait(1), createWait(0, { on: 'launch-resource', resource: 'wave-slot' }, -1)]),
  );
  expect(finding.steps.at(-1)).toContain('wave 1 (packer 0 id 1) again');
  expect(finding.observed).toContain('waits for itself via a chain of 2 waits');
});

test('reports that a wave waits for itself when its newest id is its own id', () => {
  const stream = new Stream(scene()).form([createQuad(0)], { didOverlap: true, newest: 0 }).poll(0, 0);
  expect(findHang(stream.quiesce([createPollWait(0)])).observed).toContain(
    'waits for itself via a chain of 1 wait',
  );
});

test('reports a wake-up that was lost after the exit', () => {
  const stream = formTwoWaves().poll(1, 0).runSection(0).end(0).countExit(0, 1).showId(1);
  const finding = findHang(stream.quiesce([createWait(1, { on: 'sleep' })]));
  expect(finding.observed).toContain('this wave was not woken');
});

test('reports a poll that read a stale id although a newer one was visible', () => {
  const stream = formTwoWaves().poll(1, 0).runSection(0).end(0).countExit(0, 1).showId(1).poll(1, 0);
  const finding = findHang(stream.quiesce([createWait(1, { on: 'sleep' })]));
  expect(finding.observed).toMatch(
    /it has been visible to polls since cycle \d+, but the poll at cycle \d+ still read id 0\.$/,
  );
  expect(finding.steps.at(-1)).toMatch(/wave 1 \(packer 0 id 1\) polls and reads id 0$/);
  expect(finding.hint).toContain('read a stale id');
});

test('reports an exit that was sent but never counted', () => {
  const finding = findHang(
    formTwoWaves()
      .poll(1, 0)
      .runSection(0)
      .end(0)
      .quiesce([createPollWait(1)]),
  );
  expect(finding.observed).toContain('issued its exit in cycle');
});

test('follows waits through a full id window, the launch order and a halted wave', () => {
  const idWindowWait: Waiting = { unit: 'packer', index: 0, pc: -1, cause: { on: 'id-window', packer: 0 } };
  const halted = formTwoWaves().end(0, 'halt');
  expect(findHang(halted.quiesce([idWindowWait])).steps[1]).toContain('was halted');
  const byLaunchOrder = formTwoWaves().quiesce([
    createWait(1, { on: 'launch-order' }, -1),
    createWait(0, { on: 'halted', reason: 'trap' }),
  ]);
  expect(findHang(byLaunchOrder).observed).toContain('is halted (trap)');
});

test('follows a GFX11 wait for export-ready to the overlapped wave or to the holder of export space', () => {
  const readyHang = findHang(
    formTwoWaves('navi31').quiesce([
      createWait(1, { on: 'export-ready' }, 0),
      createWait(0, { on: 'counter', counter: 'vm' }, 12),
    ]),
  );
  expect(readyHang.steps[0]).toContain('which it overlaps, has not exited');
  const alone = new Stream(scene({ chip: 'navi31' })).form([createQuad(0)]).form([createQuad(1, 8)]);
  alone.add({ kind: 'sx-alloc', cycle: 8, wave: 0, packer: 0 });
  const spaceHang = findHang(
    alone.quiesce([
      createWait(1, { on: 'export-space', packer: 0 }, 32),
      createWait(0, { on: 'counter', counter: 'vm' }, 12),
    ]),
  );
  expect(spaceHang.steps[1]).toContain('wave 0');
});

test('fires for a wave lost at rest, and for an exit that is not counted, in a trace without draws too', () => {
  const end = (wave: number, stream: Stream): Stream => stream.runSection(wave).end(wave);
  const start = (): Stream => end(0, formTwoWaves()).countExit(0, 1);
  const streams = [start(), end(1, start()), end(1, start()).countExit(1, 2)];
  const verdicts = streams.map((stream) => stream.quiesce().judge({ mayOmitKinds: true }));
  const text = verdicts.map(({ violations }) =>
    violations.map(({ rule, observed }) => rule + observed).join(),
  );
  expect(text.join('|')).toMatch(/^HANG-01.* has lost track of it\.\|HANG-01.* wave 1 .* never counted\.\|$/);
});

test('does not fire when all waves have ended and nothing waits', () => {
  const stream = formTwoWaves()
    .runSection(0)
    .end(0)
    .countExit(0, 1)
    .poll(1, 1)
    .runSection(1)
    .end(1)
    .countExit(1, 2);
  const verdict = stream.quiesce().judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['HANG-01']).toBe(1);
});

test('fires for a draw that was never fully scanned, and for a device that did nothing at all', () => {
  const scenario = scene();
  const quiesceAndDump = (stream: Stream): Stream =>
    stream.quiesce().add({ kind: 'memory-dumped', cycle: 9, object: 'ssbo', words: new Int32Array(0) });
  const draw = { cycle: 1, draw: 0 } as const;
  const startStream = (): Stream => new Stream(scenario).add({ kind: 'draw-begin', ...draw });
  const unscanned = 'Draw 0 was never fully scanned.';
  expect(findHang(startStream().quiesce())).toMatchObject({
    observed: unscanned,
    unit: 'sc',
    place: { draw: 0 },
  });
  expect(findHang(quiesceAndDump(new Stream(scenario))).observed).toBe(unscanned);
  const scanned = startStream().add({ kind: 'draw-end', ...draw });
  expect(listFiredRules(scanned.quiesce().judge())).not.toContain('HANG-01');
});

test('the rule is inconclusive on a run stopped by its budget', () => {
  const stream = formTwoWaves();
  const verdict = stream.add({ kind: 'stopped', cycle: 90, budget: 'cycles', limit: 90 }).judge();
  expect(verdict.inconclusive).toBe(true);
  expect(listFiredRules(verdict)).toEqual([]);
});

test('reports a wave that no packer formed, and what it is waiting for', () => {
  const stream = new Stream(scene()).quiesce([
    createWait(99, { on: 'halted', reason: 'a failed translation' }),
  ]);
  expect(findHang(stream).observed).toBe(
    'Nothing can make progress, and 1 wave is waiting: wave 99 is halted (a failed translation) and never resumes.',
  );
});
