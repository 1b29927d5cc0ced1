import { openCorpus } from '../harness/programs/index.js';
import { checkProgram } from '../shaders/check/check-program.js';
import { measureInterleaved, type Round } from './harness.js';
import { compareToLimit, type Measurement, type Metric } from './metric.js';
import { HANGING_PROGRAMS } from './p15/hanging-programs.js';
import { breakRecord } from './p15/spoiled-record.js';

/** Maximum and target times for the verdict on the slowest program, in CPU seconds. */
const SLOWEST = { floor: 5, aim: 1 };

const PLAN = { seeds: 8, seed: '0xc4ec' };

/** P15: how long a verdict takes on a program that hangs or livelocks. */
export const p15Hangs: Metric = {
  id: 'P15',
  title: 'verdicts per second of the slowest hanging program, over one in the allowed time',
  unit: 'verdicts/s',
  measure: async (rounds): Promise<Measurement> => {
    const [slowest] = await measureInterleaved(
      [{ name: `slowest of ${HANGING_PROGRAMS.length}`, round: findSlowest }] as const,
      rounds,
    );
    return { comparisons: [compareToLimit(slowest, SLOWEST)], skipped: [] };
  },
};

function findSlowest(): Round {
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
