import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { p26Corpus } from './earlier-pairs.js';
import { type Metric, MIN_ROUNDS, measureMetric } from './harness.js';
import { p1Kernel } from './p1-kernel.js';
import { p2Scalar } from './p2-scalar.js';
import { p3Vector } from './p3-vector.js';
import { p6Pool, p20Launched } from './p6-pool.js';
import { p9Nightly } from './p9-nightly.js';
import { p12VectorMemory } from './p12-vector-memory.js';
import { p19Cosim } from './p19-cosim.js';
import { p23FreshClone } from './p23-fresh-clone.js';
import { formatTable, type MetricReport } from './report.js';

/** All metrics, in goals.md order. */
const METRICS: readonly Metric[] = [
  p1Kernel,
  p2Scalar,
  p3Vector,
  p6Pool,
  p9Nightly,
  p12VectorMemory,
  p19Cosim,
  p20Launched,
  p23FreshClone,
  p26Corpus,
];

const USAGE = `Usage: npm run bench -- [ID…|all] [--rounds N]
Metrics: ${METRICS.map(({ id, title }) => `${id} (${title})`).join(', ')}`;
const DEFAULT_ROUNDS = 7;

/** A parsed command line. */
interface Request {
  readonly metrics: readonly Metric[];
  readonly rounds: number;
}

/** Reads a command line. Throws an error if it is invalid. */
function readRequest(args: readonly string[]): Request {
  const options = { rounds: { type: 'string', default: String(DEFAULT_ROUNDS) } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const selected = positionals.map((id) => id.toUpperCase());
  const known = new Set(['ALL', ...METRICS.map(({ id }) => id)]);
  const unknown = selected.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new Error(`Invalid ID: expected one of the IDs listed below, got ${unknown}`);
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < MIN_ROUNDS)
    throw new Error(`Invalid --rounds: expected an integer of at least ${MIN_ROUNDS}, got ${values.rounds}`);
  const isAll = selected.length === 0 || selected.includes('ALL');
  return { metrics: isAll ? METRICS : METRICS.filter(({ id }) => selected.includes(id)), rounds };
}

async function measureAll({ metrics, rounds }: Request): Promise<void> {
  const processors = cpus();
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${processors.length} × ${processors[0]?.model.trim()}, Node ${process.versions.node}, load ${load}, best of ${rounds}`,
  );
  const reports: MetricReport[] = [];
  for (const metric of metrics)
    reports.push({ id: metric.id, unit: metric.unit, ...(await measureMetric(metric, rounds)) });
  console.log(formatTable(reports));
}

/**
 * Measures the metrics named in `args`. If the arguments are invalid, prints the error, the usage and the
 * available programs instead.
 */
export async function measure(args: readonly string[], programs: readonly string[]): Promise<void> {
  let request: Request;
  try {
    request = readRequest(args);
  } catch (error) {
    const message = error instanceof Error ? error.message : error;
    console.error(`${message}\n${USAGE}\nOther programs: npm run bench -- ${programs.join('|')} [OPTIONS]`);
    process.exitCode = 2;
    return;
  }
  await measureAll(request);
}
