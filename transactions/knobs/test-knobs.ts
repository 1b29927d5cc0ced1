import { type Knob, percent, value } from './knob.js';

/** Knobs that apply to a whole test: latency bursts, competing work, and how choices are made. */
export const TEST_KNOBS = {
  latencyBurst: percent(
    'pipeline.md 5',
    'chance that a latency starts a burst, during which all latencies are near the top of their ranges',
  ),
  latencyBurstCycles: value(1, 10000, 400, 'cycles', 'pipeline.md 5', 'length of a latency burst'),
  geometryPressure: percent(
    'P-049',
    'amount of geometry work competing with pixel waves: 0 for none, 100 for several draws at once',
  ),
  computePressure: percent(
    'P-049',
    'amount of compute work competing with pixel waves: 0 for none, 100 for several dispatches at once',
  ),
  pctDepth: value(
    0,
    20,
    0,
    'steps',
    'goals.md C6',
    'how choices are made: at random if 0, otherwise by fixed priorities that change N - 1 times (PCT)',
  ),
} as const satisfies Record<string, Knob>;
