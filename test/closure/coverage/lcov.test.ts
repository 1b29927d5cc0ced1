import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatLcov } from '../../../closure/coverage/lcov.js';
import { COVERAGE_MODEL, summariseCoverage } from '../../../coverage/index.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { hasTool } from '../../support/external-tool.js';
import { createFilledCoverage } from './support/filled.js';

const folder = createTempFolder();
const readSource = (file: string): string => readFileSync(join(findPackageRoot(), file), 'utf8');
const data = createFilledCoverage();

describe.runIf(hasTool('genhtml', 'lcov'))('a functional tracefile read by genhtml', () => {
  it('has the same numbers of bins and hits as the summary', () => {
    const file = join(folder, 'functional.info');
    writeFileSync(file, formatLcov(data, 'pops nightly', readSource));
    const command = ['--branch-coverage', '-o', join(folder, 'html'), file];
    const output = execFileSync('genhtml', command, {
      cwd: findPackageRoot(),
      encoding: 'utf8',
      stdio: 'pipe',
    });
    const { hit, total } = summariseCoverage(data);
    expect(output).toContain(`(${hit} of ${total} branches)`);
    const items = summariseCoverage(data).groups.flatMap((group) =>
      group.items.filter((item) => item.total > 0),
    );
    expect(output).toContain(`${items.filter((item) => item.hit > 0).length} of ${items.length} functions)`);
  });
});

describe('a functional tracefile', () => {
  const info = formatLcov(data, 'pops nightly', readSource);

  it('names the file that declares each covergroup', () => {
    const files = [...info.matchAll(/^SF:(.*)$/gm)].map((match) => match[1]!);
    expect(files).toHaveLength(COVERAGE_MODEL.groups.length);
    expect(files.filter((file) => !existsSync(join(findPackageRoot(), file)))).toEqual([]);
  });

  it('attributes a coverpoint to the line that declares it', () => {
    const line = readSource('coverage/groups/exit-path.ts').split('\n').indexOf('    awaited: {') + 1;
    expect(line).toBeGreaterThan(1);
    expect(info).toContain(`FN:${line},awaited\n`);
  });

  it('counts a bin with too few hits as unhit', () => {
    const oneHitInfo = formatLcov(
      createFilledCoverage(() => 1),
      'x',
      readSource,
    );
    const underHitBins = COVERAGE_MODEL.groups
      .flatMap(({ compiled }) => compiled.bins)
      .filter(({ kind, atLeast }) => kind === 'count' && atLeast > 1);
    expect([...oneHitInfo.matchAll(/^BRDA:.*,0$/gm)]).toHaveLength(underHitBins.length);
  });

  it('reduces the test name to letters, digits and underscores', () => {
    expect(info.startsWith('TN:pops_nightly\n')).toBe(true);
  });
});
