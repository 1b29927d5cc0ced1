import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookup } from '../arch/index.js';
import type { CoverageData } from '../coverage/index.js';
import { packageRoot, packageVersion, unknownName, writeWhole } from '../regression/index.js';
import { coverageMarkdown, lcovInfo, ucisXml } from '../report/index.js';
import { UsageError } from '../transactions/index.js';
import type { CoverageOptions } from './coverage-options.js';
import { printJson, printResult } from './terminal.js';

/** What the files need besides the counts. */
export interface ExportContext {
  /** ISO time of the counts. */
  readonly time: string;
}

interface Format {
  readonly file: string;
  readonly write: (data: CoverageData, context: ExportContext) => string;
}

const FORMATS: Readonly<Record<string, Format>> = lookup({
  ucis: {
    file: 'ucis.xml',
    write: (data, { time }) => ucisXml(data, { version: packageVersion(), time }),
  },
  lcov: { file: 'functional.info', write: (data) => lcovInfo(data, 'pops_tb', readSource) },
  markdown: { file: 'coverage.md', write: (data) => coverageMarkdown(data) },
});

/** Names of the formats. */
export const EXPORT_FORMATS: readonly string[] = Object.keys(FORMATS);

/** Writes coverage in all or the named formats into the folder `--out`. */
export function exportCoverage(data: CoverageData, { out, format, json }: CoverageOptions): void {
  if (out === undefined) {
    throw new UsageError('Missing --out: name the folder that coverage export writes to');
  }
  const names = format?.split(',') ?? EXPORT_FORMATS;
  const unknown = names.find((name) => !Object.hasOwn(FORMATS, name));
  if (unknown !== undefined) throw unknownName('format', unknown, EXPORT_FORMATS);
  const files = writeCoverageFiles(data, out, names, { time: new Date().toISOString() });
  if (json === true) printJson({ files });
  else printResult(files.join('\n'));
}

/** Writes coverage files of these formats; returns their paths. */
export function writeCoverageFiles(
  data: CoverageData,
  folder: string,
  formats: readonly string[],
  context: ExportContext,
): string[] {
  return formats.map((name) => {
    const { file, write } = FORMATS[name]!;
    const path = join(folder, file);
    writeWhole(path, write(data, context));
    return path;
  });
}

/** Text of a file of this repository, empty if only the built program is installed. */
function readSource(file: string): string {
  const path = join(packageRoot(), file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
