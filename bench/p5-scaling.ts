import { openCorpus } from '../harness/programs/index.js';
import { runScenario } from '../rtl-model/index.js';
import { createSceneScenario } from '../stimulus/index.js';
import { defaultFreedoms, type Scenario } from '../transactions/index.js';
import { measureInterleaved, measureTime, type Side, type SideResult } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';

/** The live-wave counts compared by the first half of the metric. */
const LIVE_COUNTS = [16, 64, 256, 1024] as const;
const WAVES = 4096;

/** Number of waves in the short run of the metric's second half. The long run has ten times as many. */
const SHORT_WAVES = 2000;
const SCALE = 10;
/** Number of live waves in the second half. */
const LIVE_WAVES = 64;

/**
 * The time per wave must be at most 4x (ideally 2x) that of the best live-wave count. The total time must be at most
 * 1.2x (ideally 1.05x) what linear growth predicts.
 */
const GOALS = { live: { floor: 1 / 4, target: 1 / 2 }, length: { floor: 1 / 1.2, target: 1 / 1.05 } };

/**
 * A triangle in the corner of the screen that covers one quad. Every instance forms a wave that waits for all
 * earlier waves.
 */
const CORNER = [0, 0, 512, 0, 0, 512] as const;

/** P5: how the cost per wave scales with the number of live waves and with the total number of waves. */
export const p5Scaling: Metric = {
  id: 'P5',
  title: 'rate with 1,024 live waves over the best, and rate with ten times the waves over that with few',
  unit: 'waves/s',
  measure: async (rounds): Promise<Measurement> => {
    const live = LIVE_COUNTS.map((slots) => createSide(`${slots} live waves`, buildChain(WAVES, slots)));
    const shortRun = createSide(`${SHORT_WAVES} waves`, buildChain(SHORT_WAVES, LIVE_WAVES));
    const longRun = createSide(`${SHORT_WAVES * SCALE} waves`, buildChain(SHORT_WAVES * SCALE, LIVE_WAVES));
    const results: SideResult[] = await measureInterleaved([...live, shortRun, longRun], rounds);
    const liveResults = results.slice(0, live.length);
    const best = liveResults.reduce((fastest, other) =>
      other.bestRate > fastest.bestRate ? other : fastest,
    );
    const [shortResult, longResult] = results.slice(live.length);
    return {
      comparisons: [
        compare(liveResults.at(-1)!, best, GOALS.live.floor, GOALS.live.target),
        compare(longResult, shortResult, GOALS.length.floor, GOALS.length.target),
      ],
      skipped: [],
    };
  },
};

function createSide(name: string, scenario: Scenario): Side {
  return {
    name,
    round: () => {
      const { value, seconds } = measureTime(() => runScenario(scenario, null));
      return { work: value.waves, seconds };
    },
  };
}

/** Builds a scenario with `waves` waves on the same pixels, of which at most `slots` are live at any time. */
function buildChain(waves: number, slots: number): Scenario {
  const corpus = openCorpus();
  const record = corpus.records('navi21', 32).find(({ shader }) => shader === 'rmw_buffer')!;
  const scene = {
    width: 16,
    height: 16,
    samples: 1,
    primitives: Array.from({ length: waves }, () => CORNER),
    attributes: Array.from({ length: waves }, (_, vPrim) => ({ vPrim })),
    pushConstants: { k: 3, width: 16 },
    memory: {},
  } as const;
  const freedoms = { ...defaultFreedoms(), packers: 1, waveSlots: slots, idWindow: 1023 };
  return createSceneScenario(record, scene, corpus, {
    freedoms,
    schedule: { strategy: 'random', seed: '0x1' },
  });
}
