import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChipName } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { NO_EVENT, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { ExitTracker } from '../../../rtl-model/spi/exit-tracker.js';
import { RING } from '../../../rtl-model/spi/spec.js';
import { Wave } from '../../../rtl-model/wave.js';
import type { Transaction } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

const WAVES = 12;

/** Slightly fewer than the maximum number of ids a packer can have in use. */
const IDS = 1000;

/** Creates a tracker with waves of one packer, and a list of the sequence numbers that it has retired. */
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

/** Adds a wave with the given sequence number to a tracker, and returns the wave. */
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
