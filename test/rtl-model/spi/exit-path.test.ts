import fc from 'fast-check';
import { assembleProgram, type ChipName, chipOf } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { runScenario } from '../../../rtl-model/index.js';
import { NO_EVENT, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { ExitPath } from '../../../rtl-model/spi/exit-path.js';
import { ExitTracker, type ExitTracking } from '../../../rtl-model/spi/exit-tracker.js';
import { ExportGate } from '../../../rtl-model/spi/export-space.js';
import { RING } from '../../../rtl-model/spi/spec.js';
import { Wave } from '../../../rtl-model/wave.js';
import type { KnobValues, Transaction } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';
import { buildScene, getTransactions } from '../support/run-program.js';

const WAVES = 12;

const IDS = 1000;

function makeTracker(chip: ChipName) {
  const retired: number[] = [];
  const context = new DeviceContext(scene({ chip }), new ReplayChoices([]), null);
  const tracker = new ExitTracker(context, 0, {
    retired: ({ sequence }) => retired.push(sequence),
    windowMoved: () => {},
    exitingIdChanged: () => {},
  });
  const waves = Array.from({ length: WAVES }, (_, sequence) => addWave(tracker, sequence));
  return { tracker, waves, retired };
}

function addWave(tracker: ExitTracker, sequence: number): Wave {
  const wave = new Wave(sequence);
  wave.sequence = sequence;
  tracker.add(wave);
  return wave;
}

/** The order in which the waves exit. */
const orders = fc.shuffledSubarray(
  Array.from({ length: WAVES }, (_, i) => i),
  { minLength: 0 },
);

it.each<[ChipName, 'in order' | 'immediately']>([
  ['vega10', 'in order'],
  ['navi21', 'in order'],
  ['navi31', 'immediately'],
])('waves on %s retire in order, and out-of-order exits take effect %s', (chip, outcome) => {
  fc.assert(
    fc.property(orders, (order) => {
      const { tracker, waves, retired } = makeTracker(chip);
      const exited = new Set<number>();
      for (const sequence of order) {
        exited.add(sequence);
        tracker.exit(waves[sequence]);
        tracker.exit(waves[sequence]);
        const sequences = waves.map((wave) => wave.sequence);
        const oldest = sequences.find((candidate) => !exited.has(candidate)) ?? WAVES;
        expect(tracker.oldest).toBe(oldest);
        expect(retired).toEqual(sequences.slice(0, oldest));
        const exitedSequences = sequences.filter(
          (candidate) => candidate < oldest || (outcome === 'immediately' && exited.has(candidate)),
        );
        expect(sequences.filter((candidate) => tracker.hasExited(candidate))).toEqual(exitedSequences);
        expect(sequences.filter((candidate) => tracker.waveOf(candidate) === undefined)).toEqual(
          sequences.slice(0, oldest),
        );
      }
    }),
  );
});

it.each<ChipName>(['navi21', 'navi31'])(
  'exits on %s still count after many waves, with nearly all ids in use',
  (chip) => {
    const { tracker, waves, retired } = makeTracker(chip);
    for (let sequence = WAVES; sequence < WAVES + IDS; sequence++) waves.push(addWave(tracker, sequence));
    for (let oldest = 0; oldest < 5 * IDS; oldest += 2) {
      // The younger of two waves exits first.
      tracker.exit(waves[oldest + 1]);
      expect(tracker.oldest).toBe(oldest);
      tracker.exit(waves[oldest]);
      expect(tracker.oldest).toBe(oldest + 2);
      waves.push(addWave(tracker, oldest + WAVES + IDS), addWave(tracker, oldest + WAVES + IDS + 1));
    }
    expect(retired).toEqual(Array.from({ length: tracker.oldest }, (_, sequence) => sequence));
  },
);

it('exits become visible to polls after a delay, and simultaneous exits become visible in consecutive cycles', () => {
  const visible: (readonly [cycle: number, sequence: number])[] = [];
  const recorded: (readonly [cycle: number, id: number])[] = [];
  const scenario = scene({ freedoms: { exitVisibleLatency: [1, 1] } });
  const context = new DeviceContext(scenario, new ReplayChoices([]), (t) => {
    if (t.kind === 'exiting-id-visible') recorded.push([t.cycle, t.id]);
  });
  const tracker = new ExitTracker(context, 0, {
    retired: () => {},
    windowMoved: () => {},
    exitingIdChanged: () => visible.push([context.now, tracker.shown]),
  });
  const waves = [0, 1].map((sequence) => addWave(tracker, sequence));
  for (const wave of waves) tracker.exit(wave);
  while (context.wheel.next() !== NO_EVENT) tracker.arrive();
  expect(visible).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(recorded).toEqual(visible);
});

it("reports a wave's exit only once", () => {
  const recorded: Transaction[] = [];
  const context = new DeviceContext(scene({ chip: 'navi31' }), new ReplayChoices([]), (t) =>
    recorded.push(t),
  );
  const tracker = new ExitTracker(context, 0, {
    retired: () => {},
    windowMoved: () => {},
    exitingIdChanged: () => {},
  });
  const waves = [0, 1, 2].map((sequence) => addWave(tracker, sequence));
  tracker.exit(waves[1]!);
  const firstCount = recorded.length;
  expect(firstCount).toBeGreaterThan(0);
  tracker.exit(waves[1]!);
  expect(recorded.length).toBe(firstCount);
});

it('counts a second exit towards the next wave, if there is one (U13)', () => {
  const { tracker, waves } = makeTracker('navi31');
  tracker.exitNext(waves[4]!);
  expect(waves.map(({ sequence }) => tracker.hasExited(sequence))).toEqual(waves.map((_, i) => i === 5));
  tracker.exitNext(waves[WAVES - 1]!);
  expect(waves.filter(({ sequence }) => tracker.hasExited(sequence))).toEqual([waves[5]]);
});

it('does not find a retired wave, even after a later wave has reused its ring slot', () => {
  const { tracker, waves } = makeTracker('navi21');
  for (const wave of waves) tracker.exit(wave);
  for (let sequence = WAVES; sequence < RING + WAVES; sequence++) addWave(tracker, sequence);
  const findSequence = (sequence: number): number | undefined => tracker.waveOf(sequence)?.sequence;
  expect([0, WAVES - 1, WAVES, RING, RING + WAVES - 1].map(findSequence)).toEqual([
    undefined,
    undefined,
    WAVES,
    RING,
    RING + WAVES - 1,
  ]);
});

const SET_PACKER = 's_setreg_imm32_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), 1\n';
const MESSAGE = 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)\n';
/** A pause much longer than a message takes to reach its tracker. */
const PAUSE = 's_sleep 127\n';

/** A step in the life of a wave: its message, its end, or its exit. */
type Step = 'message-sent' | 'wave-ended' | 'section-exit';

/** Runs one draw per program, and returns a function that lists a wave's steps in order. */
function recordSteps(programs: readonly string[], freedoms: Partial<KnobValues>, chip: ChipName = 'navi21') {
  const base = buildScene('s_endpgm', { chip, freedoms, draws: programs.length });
  const { gfx } = chipOf(chip);
  const steps: [wave: number, step: Step][] = [];
  const scenario = {
    ...base,
    programs: programs.map((text) => ({ ...base.programs[0], words: assembleProgram(text, gfx) })),
    draws: base.draws.map((draw, program) => ({ ...draw, program })),
  };
  runScenario(scenario, (t: Transaction) => {
    if (t.kind === 'message-sent' || t.kind === 'wave-ended' || t.kind === 'section-exit')
      steps.push([t.wave, t.kind]);
  });
  return (wave: number): Step[] => steps.filter(([number]) => number === wave).map(([, step]) => step);
}

describe('the exit message', () => {
  it('from a wave without a packer either counts or is ignored, in which case the wave exits when it ends (U12)', () => {
    const program = `${MESSAGE}${PAUSE}s_endpgm`;
    const findExit = (messageWithoutPacker: number): Step[] =>
      recordSteps([program], { messageWithoutPacker })(0);
    expect(findExit(0)).toEqual(['message-sent', 'section-exit', 'wave-ended']);
    expect(findExit(1)).toEqual(['message-sent', 'wave-ended', 'section-exit']);
  });

  it('from a wave with a packer counts under either setting (U12)', () => {
    const program = `${SET_PACKER}${MESSAGE}${PAUSE}s_endpgm`;
    for (const messageWithoutPacker of [0, 1]) {
      const steps = recordSteps([program], { messageWithoutPacker })(0);
      expect(steps).toEqual(['message-sent', 'section-exit', 'wave-ended']);
    }
  });

  it('is ignored the second time it is sent, or counts towards the next wave (U13)', () => {
    const twice = `${SET_PACKER}${PAUSE}${MESSAGE}${PAUSE}${MESSAGE}s_endpgm`;
    const late = `${SET_PACKER}${PAUSE.repeat(6)}${MESSAGE}${PAUSE}s_endpgm`;
    const getNextWaveSteps = (secondMessage: number): Step[] =>
      recordSteps([twice, late], { secondMessage })(1);
    expect(getNextWaveSteps(0)).toEqual(['message-sent', 'section-exit', 'wave-ended']);
    expect(getNextWaveSteps(1)).toEqual(['section-exit', 'message-sent', 'wave-ended']);
  });
});

/** The number of cycles that a message takes to reach its tracker. */
const MESSAGE_CYCLES = 300;

it.each([
  [0, 'the arrival', 'the arrival'],
  [1, 'the end', 'the end'],
  [2, 'the arrival', 'the end'],
])(
  'with exitAdvance %i, a wave that ends before its message arrives exits at %s, and one that ends afterwards exits at %s (U1)',
  (exitAdvance, earlyEnd, lateEnd) => {
    const findExit = (pause: string): string => {
      const freedoms = { exitAdvance, messageLatency: [MESSAGE_CYCLES, MESSAGE_CYCLES] } as const;
      const scenario = buildScene(`${SET_PACKER}${MESSAGE}${pause}s_endpgm`, { freedoms });
      const { cycle } = getTransactions(scenario, 'section-exit')[0]!;
      if (cycle === getTransactions(scenario, 'wave-ended')[0]!.cycle) return 'the end';
      return cycle === getTransactions(scenario, 'message-sent')[0]!.cycle + MESSAGE_CYCLES
        ? 'the arrival'
        : `${cycle}`;
    };
    expect([findExit(''), findExit(PAUSE)]).toEqual([earlyEnd, lateEnd]);
  },
);

it('a second done export in flight when its wave ends does not count towards the next wave to use the same record', () => {
  const freedoms = { waveSlots: 1, messageLatency: [20, 600], exportLatency: [6, 6] } as const;
  const twice = 'exp mrt0 v1, off, off, off done\n'.repeat(2);
  const scenario = buildScene(`${twice}s_endpgm`, { chip: 'navi31', freedoms, draws: 60 });
  const exportedAt = new Map(getTransactions(scenario, 'exported').map(({ wave, cycle }) => [wave, cycle]));
  expect(exportedAt.size).toBe(60);
  const early = getTransactions(scenario, 'section-exit').filter(
    ({ wave, cycle }) => cycle < exportedAt.get(wave)!,
  );
  expect(early).toEqual([]);
});

/** Creates an exit path with one tracker, and a list that collects each wave whose message has left it. */
function makePath(chip: ChipName, freedoms: Partial<KnobValues> = {}, tracker?: Partial<ExitTracking>) {
  const departed: Wave[] = [];
  const context = new DeviceContext(buildScene('s_endpgm', { chip, freedoms }), new ReplayChoices([]), null);
  const listener = { retired: () => {}, windowMoved: () => {}, exitingIdChanged: () => {} };
  const modelTracker = new ExitTracker(context, 0, listener);
  const trackers = [tracker === undefined ? modelTracker : (tracker as ExitTracking)];
  const path = new ExitPath(context, trackers, new ExportGate(context), (wave) => departed.push(wave));
  return { path, context, tracker: modelTracker, departed };
}

/** Creates an ended wave from an ordered or unordered draw. */
function makeWave(ordered: boolean): Wave {
  return Object.assign(new Wave(0), { plan: { ordering: { ordered } }, ended: true });
}

it("counts a wave's exits in flight", () => {
  const { path, tracker } = makePath('navi21');
  const wave = new Wave(0);
  tracker.add(wave);
  const inFlight = (): number => wave.section.exitsInFlight;
  const steps = [
    () => path.send(wave),
    () => path.send(wave),
    () => path.arrive(wave),
    () => path.arrive(wave),
  ];
  expect(
    steps.map((step) => {
      step();
      return inFlight();
    }),
  ).toEqual([1, 2, 1, 0]);
});

it.each<[ChipName, number]>([
  ['navi21', 1],
  ['navi31', 0],
])('a background wave on %s that sends its exit has %i exits in flight', (chip, sent) => {
  const { path, context, departed } = makePath(chip);
  const wave = Object.assign(new Wave(0), { group: {} });
  path.send(wave);
  let events = 0;
  for (; context.wheel.next() !== NO_EVENT; events++) path.arrive(wave);
  expect([events, departed.length, wave.section.exited]).toEqual([sent, sent, false]);
});

it('a wave exits by ending on GFX11 only if its draw is unordered and it has not exported with done set (U21)', () => {
  for (const [ordered, exitSent, exited] of [
    [false, false, true],
    [false, true, false],
    [true, false, false],
    [true, true, false],
  ] as const) {
    const { path, tracker } = makePath('navi31');
    const wave = makeWave(ordered);
    tracker.add(wave);
    wave.section.exitSent = exitSent;
    path.waveEnded(wave);
    expect(wave.section.exited).toBe(exited);
  }
});

it('a wave that ends without a message only exits if it never set a packer (U3, U14)', () => {
  for (const [packerEnabled, messageSent, messageWithoutPacker, exits] of [
    [false, false, 0, true],
    [false, true, 0, false],
    [false, true, 1, true],
    [true, false, 0, false],
    [true, false, 1, false],
    [true, true, 1, false],
  ] as const) {
    const { path, tracker } = makePath('navi21', { messageWithoutPacker });
    const wave = makeWave(true);
    tracker.add(wave);
    Object.assign(wave.section, { packerEnabled, messageSent });
    path.waveEnded(wave);
    expect([path.skippedOrdering(wave), wave.section.exited]).toEqual([exits, exits]);
  }
});

it('overlapping waves wait until the exit is counted, however late', () => {
  const exiting = new Wave(0);
  const younger = Object.assign(new Wave(1), { number: 1 });
  younger.overlap.pending = 1;
  exiting.overlap.dependents.push(younger);
  let isCounted = false;
  const exit = (wave: Wave): void => {
    wave.section.exited = isCounted;
  };
  const { path } = makePath('navi31', {}, { exit });
  path.count(exiting);
  expect(younger.overlap.pending).toBe(1);
  isCounted = true;
  path.count(exiting);
  expect(younger.overlap.pending).toBe(0);
});
