import { defaultKnobs, setting } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../../support/stream.js';

const ELSEWHERE = { x: 8, y: 8, primitive: 1 };

/** Number of waves per SIMD: 64 slots on 16 SIMDs. */
const WAVES_PER_SIMD = 4;
const STRETCH_LENGTHS = { vega10: 7, navi21: 5, navi31: 3 } as const;
const getBacklog = (chip: keyof typeof STRETCH_LENGTHS): number => WAVES_PER_SIMD * STRETCH_LENGTHS[chip];

/** One cycle of slack for each interface between units. */
const SLACK = 8;

/** Two iterations of five 4-cycle instructions, each delayed by the backlog of the other waves on the SIMD. */
const getIterationCycles = (chip: keyof typeof STRETCH_LENGTHS): number => 2 * (5 * 4 + getBacklog(chip));

/**
 * The bound for the GFX10.3 program with default freedoms: 24 cycles for the exit to become visible, 12 to wake, and
 * the iterations, but no sleep.
 */
const BOUND = 24 + 12 + getIterationCycles('navi21') + SLACK;

/** The duration of one sleep in the GFX10.3 loop, in cycles. */
const SLEEP_CYCLES = 128 * 64;

/** Returns a stream with a polling wave that may enter from cycle 100 on. */
function releasePoller(changes = {}): Stream {
  const stream = new Stream(scene(changes)).form([P0]).form([P1], { didOverlap: true, newest: 0 }).poll(1, 0);
  stream.cycle = 80;
  return stream.runSection(0).countExit(0, 1, 100);
}

test('fires when the poll that admits the wave is later than the latencies allow', () => {
  const verdict = releasePoller()
    .poll(1, 1, 100 + BOUND + 1)
    .judge();
  expect(listFiredRules(verdict)).toEqual(['IDLE-01']);
  expect(verdict.violations[0].allowed).toContain(`within ${BOUND} cycles of cycle 100`);
});

test('fires when a wave keeps polling after a poll that should admit it', () => {
  const pollAgainAt = (cycle: number) =>
    releasePoller()
      .poll(1, 1, 110)
      .poll(1, 1, cycle)
      .poll(1, 1, cycle + 1)
      .judge();
  expect(listFiredRules(pollAgainAt(109 + BOUND))).toEqual([]);
  const { fired, violations } = pollAgainAt(110 + BOUND);
  expect(fired).toMatchObject({ 'IDLE-01': 1 });
  expect(violations[0].observed).toMatch(
    new RegExp(`^wave \\d+ \\(.*\\) still polls ${BOUND + 1} cycles later, at `),
  );
});

test('fires when another wave issues accesses but the poller never continues', () => {
  const checkWithOtherWave = (cycle: number): string[] => {
    const stream = releasePoller().form([ELSEWHERE], { id: 2 });
    stream.cycle = cycle - 1;
    stream.issue({ wave: 2 });
    return listFiredRules(stream.judge());
  };
  expect(checkWithOtherWave(100 + BOUND)).toEqual([]);
  expect(checkWithOtherWave(101 + BOUND)).toEqual(['IDLE-01']);
});

test('describes the wait, with a hint based on the order of poll, sleep and exit', () => {
  const findViolation = (sleptAt: number) => {
    const stream = releasePoller().add({
      kind: 'slept',
      cycle: sleptAt,
      wave: 1,
      pc: 44,
      duration: SLEEP_CYCLES,
    });
    stream.cycle = 104;
    stream.showId(1).add({ kind: 'woken', cycle: sleptAt + SLEEP_CYCLES, wave: 1, by: 'time' });
    return stream
      .poll(1, 1, sleptAt + SLEEP_CYCLES + 1)
      .judge()
      .violations.find(({ rule }) => rule === 'IDLE-01')!;
  };
  const { steps, hint } = findViolation(60);
  expect(steps.slice(2)).toEqual([
    'cycle 3: wave 1 (packer 0 id 1) polls and reads id 0',
    'cycle 60: wave 1 (packer 0 id 1) goes to sleep',
    'cycle 100: the exit of wave 0 (packer 0 id 0) is counted',
    'cycle 105: exiting id 1 or a newer one becomes visible to polls',
    `cycle ${60 + SLEEP_CYCLES}: wave 1 (packer 0 id 1) wakes at the end of its sleep`,
    `cycle ${61 + SLEEP_CYCLES}: wave 1 (packer 0 id 1) ends its entry wait`,
  ]);
  expect(hint).toContain('while the wave was asleep but did not wake it');
  expect(findViolation(106).hint).toContain('between the last poll and the sleep');
});

test('does not fire at the bound, which includes no sleep if every exit wakes the wave', () => {
  const verdict = releasePoller()
    .poll(1, 1, 100 + BOUND)
    .judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['IDLE-01']).toBe(1);
});

test('allows one full sleep after the exit if wake-ups may be lost (L16)', () => {
  const lostWakes = { freedoms: { wakeRemembered: setting('wakeRemembered', 'lost') } };
  const pollAt = (cycle: number) => listFiredRules(releasePoller(lostWakes).poll(1, 1, cycle).judge());
  expect(pollAt(100 + BOUND + SLEEP_CYCLES)).toEqual([]);
  expect(pollAt(101 + BOUND + SLEEP_CYCLES)).toEqual(['IDLE-01']);
});

test('bases the bound on the sleep in the program, which is shorter in the GFX9 loop', () => {
  const gfx9Bound = 24 + 12 + 4 * 64 + getIterationCycles('vega10') + SLACK;
  expect(
    listFiredRules(
      releasePoller({ chip: 'vega10' })
        .poll(1, 1, 100 + gfx9Bound)
        .judge(),
    ),
  ).toEqual([]);
  expect(
    listFiredRules(
      releasePoller({ chip: 'vega10' })
        .poll(1, 1, 101 + gfx9Bound)
        .judge(),
    ),
  ).toEqual(['IDLE-01']);
});

test('counts from the last exit of any wave up to the newest id, not just from the exit of the overlapped wave', () => {
  const stream = new Stream(scene())
    .form([ELSEWHERE])
    .form([{ ...P0, primitive: 1 }])
    .form([{ ...P1, primitive: 2 }], { didOverlap: true, newest: 1 })
    .poll(2, 0);
  stream.cycle = 29_970;
  stream.runSection(1).runSection(0).countExit(0, 1, 30_000).countExit(1, 2, 30_001).poll(2, 2, 30_020);
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('does not fire for waves still waiting when the device is idle, which HANG-01 reports', () => {
  const stream = releasePoller();
  stream.end(0).cycle = 90_000;
  stream.quiesce([{ unit: 'wave', index: 1, pc: 44, cause: { on: 'sleep' } }]);
  expect(listFiredRules(stream.judge())).toEqual(['HANG-01']);
});

test('does not check an endless sleep if its wake-up may be lost', () => {
  const pollLate = (wakeRemembered: number) =>
    releasePoller({ freedoms: { sleepEndless: setting('sleepEndless', 'until-wake'), wakeRemembered } })
      .poll(1, 1, 100 + BOUND + SLEEP_CYCLES + 1)
      .judge();
  expect(listFiredRules(pollLate(0))).toEqual([]);
  expect(listFiredRules(pollLate(1))).toEqual(['IDLE-01']);
});

/** Up to 24 cycles until export-ready, 4 to issue, and the backlog of the SIMD's other waves. */
const EVENT_BOUND = 24 + 4 + SLACK + getBacklog('navi31');

/** Returns a stream with a GFX11 wave that may continue from cycle 100, when the wave it overlaps exits. */
function releaseEventWait(changes = {}): Stream {
  const stream = new Stream(scene({ chip: 'navi31', ...changes })).form([P0]).form([P1]);
  stream.allocate(0, 4).allocate(1, 4).run(1, 0, 0).endEventWait(0);
  stream.cycle = 80;
  return stream.access({ wave: 0 }).export(0).countExit(0, 0, 100);
}

/**
 * Cycles to fetch an instruction line: five turns (one per wave, plus one) for each of the four SIMDs, 8 to read the
 * line, and 200 to fill it.
 */
const FETCH_CYCLES = 4 * (4 + 1) + 8 + 200;

test("with instruction fetch modelled, extends the bound only by the time to fetch the loop's lines in both iterations", () => {
  const fetchChanges = { freedoms: { instructionCacheLines: 8 } };
  const bound = 100 + BOUND + 2 * 2 * FETCH_CYCLES;
  expect(listFiredRules(releasePoller(fetchChanges).poll(1, 1, bound).judge())).toEqual([]);
  expect(
    listFiredRules(
      releasePoller(fetchChanges)
        .poll(1, 1, bound + 1)
        .judge(),
    ),
  ).toEqual(['IDLE-01']);
});

test('with instruction fetch modelled, extends the bound of a GFX11 event wait only by the time to fetch its line', () => {
  const fetchChanges = { freedoms: { instructionCacheLines: 8 } };
  const bound = 100 + EVENT_BOUND + FETCH_CYCLES;
  const findIdleRules = (cycle: number): readonly string[] =>
    listFiredRules(releaseEventWait(fetchChanges).endEventWait(1, cycle).judge()).filter((rule) =>
      rule.startsWith('IDLE'),
    );
  expect(findIdleRules(bound)).toEqual([]);
  expect(findIdleRules(bound + 1)).toEqual(['IDLE-01']);
});

test('applies the bound to a GFX11 event wait after the overlapped wave has exited', () => {
  expect(
    listFiredRules(
      releaseEventWait()
        .endEventWait(1, 100 + EVENT_BOUND)
        .judge(),
    ),
  ).toEqual([]);
  expect(
    listFiredRules(
      releaseEventWait()
        .endEventWait(1, 101 + EVENT_BOUND)
        .judge(),
    ),
  ).toEqual(['IDLE-01']);
});

test('if a GFX11 wave starts with the event wait, extends the bound only by the time to launch and to issue the wait', () => {
  const formWave = (): Stream => new Stream(scene({ chip: 'navi31' })).form([P0]).allocate(0, 4);
  const findLimit = (createStream: () => Stream): number => {
    const isLate = (cycle: number) =>
      listFiredRules(createStream().endEventWait(0, cycle).judge()).includes('IDLE-01');
    return Array.from({ length: 400 }, (_, cycle) => cycle).find(isLate)!;
  };
  const limitAfterIssue = findLimit(() => formWave().run(0, 0, 0));
  expect(limitAfterIssue).toBeGreaterThan(EVENT_BOUND);
  const limitAtStart = findLimit(formWave);
  expect(limitAtStart).toBeGreaterThan(limitAfterIssue);
  expect(limitAtStart).toBeLessThanOrEqual(
    limitAfterIssue + defaultKnobs().launchLatency[1] + 4 + getBacklog('navi31') + SLACK,
  );
});

test('applies the bound to a GFX11 wave that never continues, but not if the device is idle', () => {
  const continueAnotherWave = (cycle: number): Stream => {
    const stream = releaseEventWait().form([ELSEWHERE], { id: 2 });
    stream.cycle = cycle - 1;
    stream.issue({ wave: 2 });
    return stream;
  };
  const listFirings = (stream: Stream): string[] =>
    listFiredRules(stream.judge()).filter((rule) => rule === 'IDLE-01');
  expect(listFirings(continueAnotherWave(100 + EVENT_BOUND))).toEqual([]);
  expect(listFirings(continueAnotherWave(101 + EVENT_BOUND))).toEqual(['IDLE-01']);
  const cause = { on: 'export-ready' } as const;
  expect(listFirings(continueAnotherWave(9000).quiesce([{ unit: 'wave', index: 1, pc: 0, cause }]))).toEqual(
    [],
  );
});

test("allows time for a trap handler to run before a GFX11 wave's wait", () => {
  const releaseDuring = (action: 'trap' | 'replay'): Stream => {
    const stream = new Stream(scene({ chip: 'navi31', freedoms: { xnackRate: 1 } })).form([P0]).form([P1]);
    stream.allocate(0, 4).allocate(1, 4).run(1, 0, 0).endEventWait(0);
    stream.cycle = 80;
    stream.access({ wave: 0 }).export(0).countExit(0, 0, 100);
    stream.add({ kind: 'translation-failed', cycle: 100, wave: 1, pc: 0, access: 9, action });
    return stream.endEventWait(1, 100 + 2000 + EVENT_BOUND);
  };
  expect(listFiredRules(releaseDuring('trap').judge())).toEqual([]);
  expect(listFiredRules(releaseDuring('replay').judge())).toEqual(['IDLE-01']);
});

test('allows a GFX11 wave to wait for a false overlap only if the scenario has false overlaps', () => {
  const createFalseOverlap = (falseOverlap: number): Stream => {
    const stream = new Stream(scene({ chip: 'navi31', freedoms: { falseOverlap } })).form([P0]);
    stream.add({ kind: 'overlap', cycle: 2, wave: 1, overlapped: Int32Array.of(0), count: 1, exact: false });
    stream.form([ELSEWHERE]).run(1, 0, 0).endEventWait(0);
    stream.cycle = 480;
    stream.export(0).countExit(0, 0, 500);
    return stream.endEventWait(1, 520);
  };
  expect(listFiredRules(createFalseOverlap(10).judge())).toEqual([]);
  expect(listFiredRules(createFalseOverlap(0).judge())).toEqual(['IDLE-01']);
});

test('counts from the first poll if no wave has the newest id', () => {
  const pollAt = (cycle: number): string[] => {
    const stream = new Stream(scene()).form([P0], { didOverlap: true, newest: 1023 }).poll(0, 1023, 10);
    return listFiredRules(stream.poll(0, 0, cycle).judge()).filter((rule) => rule === 'IDLE-01');
  };
  expect(pollAt(10 + BOUND)).toEqual([]);
  expect(pollAt(11 + BOUND)).toEqual(['IDLE-01']);
});

test('sets no bound for a GFX11 wave until every wave that it may be waiting for has finished', () => {
  const findFiredRules = (falseOverlap: number): string[] => {
    const stream = new Stream(scene({ chip: 'navi31', freedoms: { falseOverlap } })).form([P0]);
    stream.add({ kind: 'overlap', cycle: 2, wave: 1, overlapped: Int32Array.of(0), count: 1, exact: false });
    stream.form([ELSEWHERE]).allocate(1).run(1, 0, 0);
    return listFiredRules(stream.endEventWait(1, 520).judge()).filter((rule) => rule === 'IDLE-01');
  };
  expect(findFiredRules(10)).toEqual([]);
  expect(findFiredRules(0)).toEqual(['IDLE-01']);
});

test('counts a GFX11 wait from the last exit among the awaited waves, whatever order they are reported in', () => {
  const findFiredRules = (overlapped: readonly number[]): string[] => {
    const stream = new Stream(scene({ chip: 'navi31', freedoms: { falseOverlap: 10 } })).form([P0]);
    stream.form([{ x: 4, y: 8, primitive: 1 }]);
    const reportedOverlap = { overlapped: Int32Array.from(overlapped), count: 2, exact: false };
    stream
      .add({ kind: 'overlap', cycle: 3, wave: 2, ...reportedOverlap })
      .form([{ ...ELSEWHERE, primitive: 2 }]);
    stream.allocate(0).allocate(1).allocate(2).run(2, 0, 0).endEventWait(0).endEventWait(1);
    stream.export(0).countExit(0, 1).cycle = 480;
    stream.export(1).countExit(1, 2, 500);
    return listFiredRules(stream.endEventWait(2, 500 + EVENT_BOUND).judge()).filter(
      (rule) => rule === 'IDLE-01',
    );
  };
  expect([findFiredRules([0, 1]), findFiredRules([1, 0])]).toEqual([[], []]);
});
