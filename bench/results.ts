import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.js';
import { projectRoot } from './project-root.js';
import { formatTable, type MetricReport } from './report.js';

/** One kept run of one metric. */
export interface KeptResult {
  /** Day of the run, as given on the command line. */
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly report: MetricReport;
}

const TABLE_BEGIN = '<!-- results: written by npm run bench -- all --write -->';
const TABLE_END = '<!-- end of results -->';

/** Keeps each metric's run as `bench/results/<id>.json`, and the table of this run in `bench/README.md`. */
export function keepResults(results: readonly KeptResult[]): void {
  const folder = join(projectRoot(), 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  for (const result of results) {
    writeFileSync(
      join(folder, `${result.report.id.toLowerCase()}.json`),
      `${JSON.stringify(result, null, 2)}\n`,
    );
  }
  const readme = join(projectRoot(), 'bench', 'README.md');
  writeFileSync(readme, replaceTable(readFileSync(readme, 'utf8'), results));
}

/**
 * The page with the results between its two marks replaced.
 *
 * @throws Error when the page lacks a mark.
 */
export function replaceTable(page: string, results: readonly KeptResult[]): string {
  const begin = page.indexOf(TABLE_BEGIN);
  const end = page.indexOf(TABLE_END);
  if (begin < 0 || end < begin) throw new Error('The page lacks the marks of the results');
  const first = results[0];
  const lines = [
    TABLE_BEGIN,
    '',
    describeRun(first),
    '',
    formatTable(results.map(({ report }) => report)),
    '',
  ];
  return page.slice(0, begin) + lines.join('\n') + page.slice(end);
}

function describeRun({ date, machine, rounds }: KeptResult): string {
  const { processor, cores, memoryGigabytes, node, v8, loadAverage } = machine;
  const where = `${processor}, ${cores} cores, ${memoryGigabytes} GB, Node ${node} (V8 ${v8})`;
  return `${date}, ${where}, load ${loadAverage} at the start, best of ${rounds} rounds.`;
}
