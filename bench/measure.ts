import { parseArgs } from 'node:util';
import { MIN_ROUNDS } from './harness.js';
import { describeMachine } from './machine.js';
import type { Metric } from './metric.js';
import { METRICS } from './metrics.js';
import { buildReport, formatTable, type MetricReport } from './report.js';
import { storeResults } from './results.js';
import { formatThroughput, measureThroughput } from './throughput.js';

const THROUGHPUT = 'THROUGHPUT';
const USAGE = `Usage: npm run bench -- [ID…|throughput|all] [--rounds N] [--json] [--write --date YYYY-MM-DD]
Metrics: ${METRICS.map(({ id, title }) => `${id} (${title})`).join(', ')}`;
const DEFAULT_ROUNDS = 7;

/** A parsed command line. */
interface Request {
  readonly metrics: readonly Metric[];
  /** Whether to measure the device's own throughput as well. */
  readonly throughput: boolean;
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
  const known = new Set(['ALL', THROUGHPUT, ...METRICS.map(({ id }) => id)]);
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
    throughput: isAll || selected.includes(THROUGHPUT),
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
  for (const metric of request.metrics) reports.push(buildReport(metric, await metric.measure(rounds)));
  const throughput = request.throughput ? await measureThroughput(rounds) : undefined;
  if (request.json) {
    console.log(JSON.stringify({ machine, rounds, reports, throughput }, null, 2));
  } else {
    if (reports.length > 0) console.log(formatTable(reports));
    if (throughput !== undefined) console.log(`\n${formatThroughput(throughput)}`);
  }
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
