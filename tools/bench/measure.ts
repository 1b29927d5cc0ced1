import { parseArgs } from 'node:util';
import { p21ColdCheck, p22ColdReplay, p26Corpus } from './earlier-pairs.js';
import { type Metric, MIN_ROUNDS, measureMetric } from './harness.js';
import { p1Kernel } from './p1-kernel.js';
import { p2Scalar } from './p2-scalar.js';
import { p3Vector } from './p3-vector.js';
import { p6Pool, p20Launched } from './p6-pool.js';
import { p9Nightly } from './p9-nightly.js';
import { p12VectorMemory } from './p12-vector-memory.js';
import { p19Cosim } from './p19-cosim.js';
import { p23FreshClone } from './p23-fresh-clone.js';
import { p24NightPage } from './p24-night-page.js';
import { formatTable, type MetricReport } from './report.js';
import { describeMachine, storeResults } from './results.js';

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
  p21ColdCheck,
  p22ColdReplay,
  p23FreshClone,
  p24NightPage,
  p26Corpus,
];

const USAGE = `Usage: npm run bench -- [ID…|all] [--rounds N] [--json] [--write --date YYYY-MM-DD]
Metrics: ${METRICS.map(({ id, title }) => `${id} (${title})`).join(', ')}`;
const DEFAULT_ROUNDS = 7;

/** A parsed command line. */
interface Request {
  readonly metrics: readonly Metric[];
  readonly rounds: number;
  readonly json: boolean;
  /** Date under which the figures are stored, or undefined if they are only printed. */
  readonly storeDate: string | undefined;
}

function parseRequest(args: readonly string[]): Request | string {
  try {
    return buildRequest(readArguments(args));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: String(DEFAULT_ROUNDS) },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      date: { type: 'string' },
    },
  });
}

function buildRequest({ values, positionals }: ReturnType<typeof readArguments>): Request | string {
  const selected = positionals.map((id) => id.toUpperCase());
  const known = new Set(['ALL', ...METRICS.map(({ id }) => id)]);
  const unknown = selected.find((id) => !known.has(id));
  if (unknown !== undefined) return `Invalid ID: expected one of the IDs listed below, got ${unknown}`;
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < MIN_ROUNDS) {
    return `Invalid --rounds: expected an integer of at least ${MIN_ROUNDS}, got ${values.rounds}`;
  }
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(values.date ?? '');
  if (values.write && !isDate)
    return `Invalid --date: expected YYYY-MM-DD with --write, got ${values.date ?? 'none'}`;
  const isAll = selected.length === 0 || selected.includes('ALL');
  return {
    metrics: isAll ? METRICS : METRICS.filter(({ id }) => selected.includes(id)),
    rounds,
    json: values.json,
    storeDate: values.write ? values.date : undefined,
  };
}

async function measureAll(request: Request): Promise<void> {
  const machine = describeMachine();
  const { rounds, storeDate } = request;
  const reports: MetricReport[] = [];
  for (const metric of request.metrics) {
    const { id, title, unit } = metric;
    reports.push({ id, title, unit, ...(await measureMetric(metric, rounds)) });
  }
  console.log(request.json ? JSON.stringify({ machine, rounds, reports }, null, 2) : formatTable(reports));
  if (storeDate === undefined) return;
  const results = reports.map((report) => ({ date: storeDate, machine, rounds, report }));
  storeResults(
    results,
    METRICS.map(({ id }) => id),
  );
}

/**
 * Measures the metrics named in `args`. If the arguments are invalid, prints the error, the usage and the
 * available programs instead.
 */
export async function measure(args: readonly string[], programs: readonly string[]): Promise<void> {
  const request = parseRequest(args);
  if (typeof request !== 'string') {
    await measureAll(request);
    return;
  }
  console.error(`${request}\n${USAGE}\nOther programs: npm run bench -- ${programs.join('|')} [OPTIONS]`);
  process.exitCode = 2;
}
