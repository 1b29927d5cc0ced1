import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { groupBy } from '../../arch/index.js';
import { findPackageRoot } from '../../harness/basics/index.js';
import { formatTable, type MetricReport } from './report.js';

/** The machine on which the figures were measured. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly kernel: string;
  readonly node: string;
  readonly v8: string;
  /** Load average over the minute before the run. A high load distorts the figures. */
  readonly loadAverage: number;
}

/** A stored run of a metric. */
export interface StoredResult {
  /** The date of the run, as given on the command line. */
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly report: MetricReport;
}

const TABLE_BEGIN = '<!-- results: written by npm run bench -- all --write -->';
const TABLE_END = '<!-- end of results -->';

/** Describes the current machine and Node version. */
export function describeMachine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.versions.node,
    v8: process.versions.v8,
    loadAverage: Math.round(loadavg()[0]! * 10) / 10,
  };
}

/**
 * Returns the last stored ratio of a metric's first comparison.
 *
 * @throws Error if none is stored.
 */
export function readStoredRatio(id: string): number {
  const file = getResultPath(join(findPackageRoot(), 'tools', 'bench', 'results'), id);
  if (!existsSync(file))
    throw new Error(`No stored result for ${id}; run: npm run bench -- ${id} --write --date ...`);
  return (JSON.parse(readFileSync(file, 'utf8')) as StoredResult).report.comparisons[0].ratio;
}

/**
 * Stores the run of each metric as `tools/bench/results/<id>.json`, and updates the table in `tools/bench/README.md` to show
 * all stored runs, sorted by `order`. This lets metrics be measured separately.
 */
export function storeResults(results: readonly StoredResult[], order: readonly string[]): void {
  const folder = join(findPackageRoot(), 'tools', 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  for (const result of results) {
    writeFileSync(getResultPath(folder, result.report.id), `${JSON.stringify(result, null, 2)}\n`);
  }
  const allStored = order
    .map((id) => getResultPath(folder, id))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as StoredResult);
  const readme = join(findPackageRoot(), 'tools', 'bench', 'README.md');
  writeFileSync(readme, replaceTable(readFileSync(readme, 'utf8'), allStored));
}

function getResultPath(folder: string, id: string): string {
  return join(folder, `${id.toLowerCase()}.json`);
}

/**
 * Replaces the results between a page's two markers.
 *
 * @throws Error if a marker is missing.
 */
export function replaceTable(page: string, results: readonly StoredResult[]): string {
  const begin = page.indexOf(TABLE_BEGIN);
  const end = page.indexOf(TABLE_END);
  if (begin < 0 || end < begin) throw new Error('The page is missing its results markers');
  const lines = [
    TABLE_BEGIN,
    '',
    ...describeRuns(results),
    '',
    formatTable(results.map(({ report }) => report)),
    '',
  ];
  return page.slice(0, begin) + lines.join('\n') + page.slice(end);
}

/** Formats a line for each machine that lists the metrics measured on it. */
function describeRuns(results: readonly StoredResult[]): readonly string[] {
  const runs = groupBy(results, ({ machine }) => formatMachine(machine));
  return Array.from(runs, ([machine, group]) => `- ${machine}: ${group.map(describeRun).join('; ')}.`);
}

function formatMachine({ processor, cores, memoryGigabytes, node, v8 }: StoredResult['machine']): string {
  return `${processor}, ${cores} cores, ${memoryGigabytes} GB, Node ${node} (V8 ${v8})`;
}

function describeRun({ report, date, machine, rounds }: StoredResult): string {
  return `${report.id} ${date}, load ${machine.loadAverage}, best of ${rounds}`;
}
