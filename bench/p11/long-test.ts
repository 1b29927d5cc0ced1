import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createScoreboards } from '../../checkers/index.js';
import { createCollector } from '../../coverage/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { runScenario } from '../../rtl-model/index.js';
import { SEQUENCES } from '../../stimulus/index.js';
import { type Draw, formatSeed, type Scenario } from '../../transactions/index.js';

const BYTES_PER_MEBIBYTE = 2 ** 20;

/** Number of waves between memory measurements. */
const MEASURE_INTERVAL = 2000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Builds a scenario in which each draw's primitives are repeated `times` times. This does not change how much
 * work is in flight.
 */
function buildLongScenario(times: number): Scenario {
  const sequence = SEQUENCES.find(({ name }) => name === 'rmw_buffer')!;
  const seed = formatSeed({ high: 0xbe4c, low: 11 });
  const scenario = sequence.generate({ seed, corpus: openCorpus(), knobs: {}, faults: [] });
  const repeat = (values: readonly number[]): number[] => Array.from({ length: times }, () => values).flat();
  const lengthen = (draw: Draw): Draw => ({
    ...draw,
    vertices: repeat(draw.vertices),
    depths: repeat(draw.depths),
    parameters: repeat(draw.parameters),
  });
  return { ...scenario, draws: scenario.draws.map(lengthen) };
}

/** Returns the amount of memory that is reachable after a garbage collection, in MiB. */
function measureReachableMebibytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / BYTES_PER_MEBIBYTE;
}

const scenario = buildLongScenario(Number(process.argv[2]));
const scoreboards = createScoreboards(scenario);
const collector = createCollector('bench');
collector.begin(scenario, scenario.name, 0);
let waves = 0;
let peak = 0;
runScenario(scenario, (transaction) => {
  scoreboards.observe(transaction);
  collector.observe(transaction);
  if (transaction.kind === 'wave-formed' && ++waves % MEASURE_INTERVAL === 0)
    peak = Math.max(peak, measureReachableMebibytes());
});
const violation = scoreboards.finish().violations.find(({ severity }) => severity === 'error');
if (violation !== undefined) throw new Error(`Expected the long test to pass, got ${violation.rule}`);
collector.end(true);
process.stdout.write(`${Math.max(peak, measureReachableMebibytes())}\n`);
