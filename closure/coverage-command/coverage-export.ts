import { join } from 'node:path';
import type { CoverageData } from '../../coverage/index.js';
import { getPackageVersion } from '../../harness/basics/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { printJson, printResult } from '../../harness/terminal/index.js';
import { UsageError } from '../../transactions/index.js';
import type { CoverageOptions } from '../coverage/coverage-options.js';
import { formatCoverageMarkdown } from '../coverage/coverage-text.js';
import { formatUcis } from '../coverage/ucis.js';

/** Metadata for the exported files. */
interface ExportContext {
  /** The time recorded with the counts, in ISO 8601 format. */
  readonly time: string;
}

/** The files to write, and the functions that format their contents. */
const FILES: readonly (readonly [
  file: string,
  format: (data: CoverageData, context: ExportContext) => string,
])[] = [
  ['ucis.xml', (data, { time }) => formatUcis(data, { version: getPackageVersion(), time })],
  ['coverage.md', (data) => formatCoverageMarkdown(data)],
];

/** Writes coverage files for other tools to the `--out` folder, and prints their paths. */
export function exportCoverage(data: CoverageData, { out, json }: CoverageOptions): void {
  if (out === undefined) {
    throw new UsageError('Missing --out: coverage export needs a folder to write to');
  }
  const files = writeCoverageFiles(data, out, { time: new Date().toISOString() });
  if (json === true) printJson({ files });
  else printResult(files.join('\n'));
}

/** Writes the coverage files and returns their paths. */
export function writeCoverageFiles(data: CoverageData, folder: string, context: ExportContext): string[] {
  return FILES.map(([file, format]) => {
    const path = join(folder, file);
    writeAtomic(path, format(data, context));
    return path;
  });
}
