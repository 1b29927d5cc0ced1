import { setting } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, Stream } from '../../support/stream.js';

const ELSEWHERE = { x: 4, y: 4, primitive: 1 };

const formTwoWaves = (changes = {}): Stream =>
  new Stream(scene({ freedoms: { exitVisibleLatency: [1, 24] }, ...changes })).form([P0]).form([ELSEWHERE]);

test("fires when a younger wave's exit is counted before an older one's", () => {
  const verdict = formTwoWaves().runSection(1).countExit(1, 0).judge();
  expect(listFiredRules(verdict)).toEqual(['ORD-06']);
  const { allowed, observed } = verdict.violations[0];
  expect(allowed).toMatch(/: wave 0 \(packer 0 id 0\) must exit next\.$/);
  expect(observed).toBe(
    'The exit of wave 1 (packer 0 id 1) is counted before that of wave 0 (packer 0 id 0), which is older and has not exited.',
  );
});

test('checks the order of exits even if the stream has only formations and exits', () => {
  const checkPartial = (stream: Stream) => stream.judge({ mayOmitKinds: true });
  const verdict = checkPartial(formTwoWaves().countExit(1, 0).countExit(0, 2));
  expect(listFiredRules(verdict)).toEqual(['ORD-06']);
  expect(verdict.unchecked.map(({ rule }) => rule)).toContain('ORD-06');
  expect(listFiredRules(checkPartial(formTwoWaves().countExit(0, 2).countExit(1, 2)))).toEqual([]);
});

test('fires when a visible or polled exiting id is past the oldest unfinished wave', () => {
  const stream = formTwoWaves().runSection(0).countExit(0, 1).showId(2);
  expect(stream.judge().violations.map(({ rule }) => rule)).toEqual(['ORD-06']);
  const polledStream = formTwoWaves().runSection(0).countExit(0, 1).poll(1, 2);
  expect(polledStream.judge().fired).toMatchObject({ 'ORD-06': 1 });
});

test('fires when a poll reads an id from before the one visible when its wave was formed, and says so', () => {
  const stream = formTwoWaves().runSection(0).countExit(0, 1).showId(1).form([P0], { didOverlap: true });
  const violation = stream
    .poll(2, 0)
    .judge()
    .violations.find(({ rule }) => rule === 'ORD-06');
  expect(violation?.observed).toBe('wave 2 (packer 0 id 2) reads 0, which is 1 id older.');
});

test('fires when a poll reads the id of a packer that the wave did not select', () => {
  const poll = { kind: 'exiting-id-polled', wave: 0, packer: 1, id: 0, pc: 8 } as const;
  const addPoll = (stream: Stream): Stream => stream.add({ ...poll, cycle: stream.cycle + 1 });
  const { violations } = addPoll(new Stream(scene()).form([P0], { didOverlap: true }).setPacker(0)).judge();
  const violation = violations.find(({ rule }) => rule === 'ORD-06');
  expect(violation?.observed).toBe('wave 0 (packer 0 id 0) reads id 0 from packer 1.');
  const withoutPacker = addPoll(new Stream(scene()).form([P0], { didOverlap: true })).judge();
  expect(listFiredRules(withoutPacker)).not.toContain('ORD-06');
});

test('fires when the visible id moves backwards', () => {
  const stream = formTwoWaves().runSection(0).countExit(0, 1).showId(1).showId(0);
  expect(listFiredRules(stream.judge())).toEqual(['ORD-06']);
});

test('fires when an exit is counted for a wave that has neither signalled its exit nor ended', () => {
  expect(listFiredRules(formTwoWaves().countExit(0, 1).judge())).toEqual(['ORD-06']);
});

test('reports a missing exit even with accesses outstanding, and describes both waves in chronological order', () => {
  const stream = formTwoWaves().runSection(1);
  stream.issue({ wave: 0 });
  const { violations } = stream.countExit(0, 1).judge();
  const { observed, steps } = violations.find(({ rule }) => rule === 'ORD-06')!;
  expect(observed).toMatch(/, but the wave has neither sent its exit nor ended\.$/);
  const cycles = steps.map((step) => Number(/^cycle (\d+):/.exec(step)?.[1]));
  expect(cycles).toEqual(cycles.toSorted((a, b) => a - b));
  expect(new Set(steps.map((step) => /wave \d/.exec(step)?.[0])).size).toBe(2);
});

test('fires when an exit is counted for a wave that set its packer but ended without exiting', () => {
  const stream = formTwoWaves().setPacker(0).end(0).countExit(0, 1);
  expect(listFiredRules(stream.judge())).toContain('ORD-06');
});

test('fires when an exit is counted while an ordered access of the wave is outstanding', () => {
  const stream = formTwoWaves();
  stream.issue({ wave: 0 });
  expect(listFiredRules(stream.sendMessage(0).countExit(0, 1).judge())).toContain('ORD-06');
});

test('fires when an exit is counted twice', () => {
  expect(listFiredRules(formTwoWaves().runSection(0).countExit(0, 1).countExit(0, 1).judge())).toEqual([
    'ORD-06',
  ]);
});

test('does not fire when a younger message waits for an older one, and both are then counted', () => {
  const stream = formTwoWaves().runSection(1).runSection(0).countExit(0, 1).countExit(1, 2);
  stream.cycle += 2;
  const verdict = stream.showId(2).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['ORD-06']).toBe(3);
});

test('does not fire for a stale polled id (L15), a wraparound, or a jump across half the id space', () => {
  const stream = new Stream(
    scene({ freedoms: { idWrap: 7, idStart: 6, falseOverlap: 50, exitVisibleLatency: [2, 100] } }),
  );
  const ids = [6, 7, 0, 1, 2, 3];
  for (const [wave, id] of ids.entries())
    stream.form([{ x: wave * 2, y: 0, primitive: wave }], { id, didOverlap: wave === 5 });
  stream.poll(5, 6);
  for (const wave of [0, 1, 2, 3, 4]) stream.runSection(wave).countExit(wave, ids[wave + 1]);
  stream.cycle += 2;
  expect(listFiredRules(stream.showId(3).poll(5, 7).poll(5, 3).judge())).toEqual([]);
});

test('checks packers separately: they may use the same ids and exit in any order (L27)', () => {
  const stream = new Stream(scene({ freedoms: { regionSize: 8, exitVisibleLatency: [1, 24] } }))
    .form([P0], { packer: 0, id: 0 })
    .form([{ ...ELSEWHERE, x: 8 }], { packer: 1, id: 0, newest: 0 });
  expect(listFiredRules(stream.runSection(1).countExit(1, 1).showId(1, 1).judge())).toEqual([]);
});

test('treats the end of a wave that never set its packer as its exit (L04)', () => {
  expect(listFiredRules(formTwoWaves().end(0).countExit(0, 1).judge())).toEqual([]);
});

test('fires when an exit is counted before its message can arrive, unless the wave end counts as the exit', () => {
  const firesAfter = (cycles: number, advance: 'message' | 'wave-end' | 'later', options = {}): boolean => {
    const exitAdvance = setting('exitAdvance', advance);
    const stream = new Stream(scene({ freedoms: { exitAdvance, messageLatency: [9, 9] } }));
    stream.form([P0]).setPacker(0).runSection(0);
    const sentCycle = stream.cycle;
    return listFiredRules(
      stream
        .end(0)
        .countExit(0, 1, sentCycle + cycles)
        .judge(options),
    ).includes('ORD-06');
  };
  for (const advance of ['message', 'later'] as const)
    expect([firesAfter(8, advance), firesAfter(9, advance)]).toEqual([true, false]);
  expect(firesAfter(8, 'wave-end')).toBe(false);
  expect(firesAfter(8, 'message', { mayOmitKinds: true }), 'another device').toBe(false);
});
