import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../../base/basics/package-root.js';
import { lcovInfo } from '../../../closure/coverage/lcov.js';
import { COVERAGE_MODEL, coverageSummary } from '../../../coverage/index.js';
import { temporaryFolder } from '../../cli/support/run-cli.js';
import { hasTool } from '../../support/external-tool.js';
import { filledCoverage } from './support/filled.js';

const folder = temporaryFolder();
const readSource = (file: string): string => readFileSync(join(packageRoot(), file), 'utf8');
const data = filledCoverage();

describe.runIf(hasTool('genhtml', 'lcov'))('a functional tracefile, read by genhtml', () => {
  it('has the same numbers of bins and hits as the summary', () => {
    const file = join(folder, 'functional.info');
    writeFileSync(file, lcovInfo(data, 'pops nightly', readSource));
    const command = ['--branch-coverage', '-o', join(folder, 'html'), file];
    const output = execFileSync('genhtml', command, { cwd: packageRoot(), encoding: 'utf8', stdio: 'pipe' });
    const { hit, total } = coverageSummary(data);
    expect(output).toContain(`(${hit} of ${total} branches)`);
    const items = coverageSummary(data).groups.flatMap((group) =>
      group.items.filter((item) => item.total > 0),
    );
    expect(output).toContain(`${items.filter((item) => item.hit > 0).length} of ${items.length} functions)`);
  });
});

describe('a functional tracefile', () => {
  const info = lcovInfo(data, 'pops nightly', readSource);

  it('names the file that declares each covergroup', () => {
    const files = [...info.matchAll(/^SF:(.*)$/gm)].map((match) => match[1]!);
    expect(files).toHaveLength(COVERAGE_MODEL.groups.length);
    expect(files.filter((file) => !existsSync(join(packageRoot(), file)))).toEqual([]);
  });

  it('attributes a coverpoint to the line that declares it', () => {
    const line = readSource('coverage/groups/exit-path.ts').split('\n').indexOf('    awaited: {') + 1;
    expect(line).toBeGreaterThan(1);
    expect(info).toContain(`FN:${line},awaited\n`);
  });

  it('counts a bin with too few hits as unhit', () => {
    const covered = lcovInfo(
      filledCoverage(() => 1),
      'x',
      readSource,
    );
    const insufficient = COVERAGE_MODEL.groups
      .flatMap(({ compiled }) => compiled.bins)
      .filter(({ kind, atLeast }) => kind === 'count' && atLeast > 1);
    expect([...covered.matchAll(/^BRDA:.*,0$/gm)]).toHaveLength(insufficient.length);
  });

  it('has a test name made up of letters, digits and underscores', () => {
    expect(info.startsWith('TN:pops_nightly\n')).toBe(true);
  });
});
