import { CHOICE } from '../../rtl-model/choice-points.js';
import { RandomChoices } from '../../rtl-model/kernel/index.js';
import { LatencyBursts } from '../../rtl-model/latency-bursts.js';

const RANGE = [10, 169] as const;

/** Returns the latencies chosen in `cycles` consecutive cycles. */
function collectLatencies(
  latencyBurst: number,
  latencyBurstCycles: number,
  stimulusEnd = Infinity,
  cycles = 4000,
) {
  let now = 0;
  const spec = { latencyBurst, latencyBurstCycles };
  const bursts = new LatencyBursts(spec, new RandomChoices('0x9'), () => now >= stimulusEnd);
  return Array.from({ length: cycles }, (_, cycle) => {
    now = cycle;
    return bursts.latency(2, RANGE, now);
  });
}

/** The minimum latency during a burst: the start of the range's upper eighth. */
const BURST_MIN = 150;

describe('latency bursts', () => {
  it("stay within the knob's range, and latencies outside bursts cover all of it", () => {
    const values = collectLatencies(1, 50);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(RANGE[0]);
    expect(Math.max(...values)).toBeLessThanOrEqual(RANGE[1]);
    expect(new Set(values).size).toBe(RANGE[1] - RANGE[0] + 1);
  });

  it('stay at the upper end for at least as many cycles as the knob specifies', () => {
    const values = collectLatencies(1, 50);
    const runs = values
      .map((latency) => (latency >= BURST_MIN ? 'u' : '-'))
      .join('')
      .match(/u{20,}(?=-)/g)!;
    expect(runs.length).toBeGreaterThan(10);
    expect(Math.min(...runs.map(({ length }) => length))).toBeGreaterThanOrEqual(50);
  });

  it('last until the stimulus ends if every latency starts one', () => {
    const values = collectLatencies(100, 400, 2000);
    expect(values.slice(0, 2000).every((latency) => latency >= BURST_MIN)).toBe(true);
    expect(Math.min(...values.slice(2000))).toBe(RANGE[0]);
  });

  it.each([0, 1, 37, 100])(
    'are started by %i percent of latencies, as specified by the knob',
    (latencyBurst) => {
      const spec = { latencyBurst, latencyBurstCycles: 50 };
      let alternatives = 1;
      const startsBurst = (chance: number): boolean => {
        const choose = (point: number, n: number): number => {
          if (point !== CHOICE.LATENCY_BURST) return 0;
          alternatives = n;
          return chance;
        };
        // Choosing 0 gives the range's first value or, in a burst, its last.
        return new LatencyBursts(spec, { choose }, () => false).latency(2, RANGE, 0) === RANGE[1];
      };
      startsBurst(0);
      const answers = Array.from({ length: alternatives }, (_, chance) => startsBurst(chance));
      expect(answers.filter(Boolean).length * 100).toBe(latencyBurst * alternatives);
    },
  );
});
