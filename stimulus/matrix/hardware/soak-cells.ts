import { findMax, findMin } from '../../../arch/index.js';
import { isKnobName, KNOBS, type KnobValues, type RandomStream } from '../../../transactions/index.js';
import { createQuadBlock } from '../blocks.js';
import type { MatrixCell } from '../cell.js';
import { foldCell } from '../folds.js';

/** The number of waves, each with one quad. Five regimes on four generations add up to about a hundred thousand. */
const WAVES = 5120;
const EDGE = 16;
const QUADS = (EDGE / 2) ** 2;

/** Calls `choose` with the minimum and maximum of every latency, and returns the chosen ranges. */
function chooseLatencies(
  choose: (min: number, max: number) => readonly [number, number],
): Partial<KnobValues> {
  const ranges: Record<string, readonly [number, number]> = {};
  for (const [name, knob] of Object.entries(KNOBS)) {
    if (knob.kind === 'range' && isKnobName(name)) ranges[name] = choose(knob.min, knob.max);
  }
  return ranges;
}

/** Picks a latency from a log-uniform distribution. */
function pickLatency(stream: RandomStream, min: number, max: number): number {
  const steps = 31 - Math.clz32(Math.floor(max / min));
  return Math.min(max, min + stream.below(min << stream.below(steps + 1)));
}

/** Picks a separate range for every latency. */
function pickSeparateRanges(stream: RandomStream): Partial<KnobValues> {
  return chooseLatencies((min, max) => {
    const bounds = [pickLatency(stream, min, max), pickLatency(stream, min, max)];
    return [findMin(bounds), findMax(bounds)];
  });
}

/** The latencies and other settings of each regime. */
const REGIMES: Readonly<
  Record<string, { text: string; knobs: (stream: RandomStream) => Partial<KnobValues> }>
> = {
  short: { text: 'at their minimum', knobs: () => chooseLatencies((min) => [min, min]) },
  wide: {
    text: 'drawn from the lowest tenth of their range',
    knobs: () => chooseLatencies((min, max) => [min, Math.max(min, Math.floor(max / 10))]),
  },
  own: { text: 'each drawn from its own range', knobs: pickSeparateRanges },
  bursts: {
    text: 'each drawn from its own range, in bursts',
    knobs: (stream) => ({ ...pickSeparateRanges(stream), latencyBurst: 10, latencyBurstCycles: 400 }),
  },
  starved: {
    text: 'each drawn from its own range, with few wave slots, queue entries and export slots',
    knobs: (stream) => ({
      ...pickSeparateRanges(stream),
      waveSlots: 4,
      exportSpace: 2,
      taQueue: 1,
      stagedWaves: 1,
    }),
  },
};

/**
 * H40: a hundred thousand waves in total across all generations, with every kind of latency (scenarios.md 7). Quads are
 * in random order, so waves overlap the previous wave as well as earlier ones, even if only a few are in flight.
 */
export const SOAK_CELLS: readonly MatrixCell[] = Object.entries(REGIMES).map(([variant, { text, knobs }]) =>
  foldCell(
    `H40-${variant}`,
    `a soak test: ${WAVES} waves with latencies ${text}`,
    {
      draws: ({ stream }) => [
        { blocks: Array.from({ length: WAVES }, () => createQuadBlock(stream.below(QUADS), EDGE)) },
      ],
    },
    { sizes: [EDGE], knobs: (_chip, stream) => ({ ...knobs(stream), primitivesPerWave: 1 }) },
  ),
);
