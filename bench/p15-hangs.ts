import { openCorpus } from '../harness/programs/index.js';
import { checkProgram } from '../shaders/check/check-program.js';
import { measureInterleaved, type Round } from './harness.js';
import { compareToLimit, type Measurement, type Metric } from './metric.js';
import { breakRecord } from './p15/broken-record.js';
import { HANGING_PROGRAMS } from './p15/hanging-programs.js';

/** Maximum and target times for the verdict on the slowest program, in CPU seconds. */
const LIMITS = { max: 5, target: 1 };

const PLAN = { seeds: 8, seed: '0xc4ec' };

/** P15: time to reach a verdict on a program that hangs or livelocks. */
export const p15Hangs: Metric = {
  id: 'P15',
  title: 'verdict rate on the slowest hanging program, relative to the required rate',
  unit: 'verdicts/s',
  measure: async (rounds): Promise<Measurement> => {
    const [slowest] = await measureInterleaved(
      [{ name: `slowest of ${HANGING_PROGRAMS.length}`, round: measureSlowest }] as const,
      rounds,
    );
    return { comparisons: [compareToLimit(slowest, LIMITS)], skipped: [] };
  },
};

function measureSlowest(): Round {
  const corpus = openCorpus();
  let seconds = 0;
  for (const program of HANGING_PROGRAMS) {
    const record = breakRecord(program);
    const before = process.cpuUsage();
    const { verdict } = checkProgram(
      { id: record.id, gfx: record.gfx, file: '', record, assumed: [] },
      PLAN,
      corpus,
    );
    const { user, system } = process.cpuUsage(before);
    if (verdict !== 'fail') throw new Error(`${program.name}: ${verdict}`);
    seconds = Math.max(seconds, (user + system) / 1e6);
  }
  return { work: 1, seconds };
}
