import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until.js';
import { createBrokenCli } from './support/broken-command.js';
import { type CliResult, createTempFolder, runCli } from './support/run-cli.js';

const folder = createTempFolder();
const THROW = "throw new Error('broken on purpose');";
/** Hangs without using any processor time. */
const HANG = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

/** A run with one failure. Its triage finishes unless a stage is made to hang. */
const RUN = [
  ...['run', 'nightly', '--seed', '0x71', '--fault', 'F46', '--test', 'rmw_buffer', '--count', '1'],
  ...['--workers', '1', '--test-time', '8s'],
];

interface BrokenRun {
  readonly result: CliResult;
  /** The reasons given on stderr for parts missing from the report. */
  readonly missingParts: readonly string[];
}

/**
 * Runs a failing test with a CLI build in which `stages` are broken, and checks that all report files are still
 * written.
 */
async function runWithBroken(
  name: string,
  stages: Readonly<Record<string, string>>,
  triage: string,
  onStart?: (kill: (signal: NodeJS.Signals) => void, output: () => string) => void,
): Promise<BrokenRun> {
  const main = createBrokenCli(join(folder, `${name} command`), stages);
  const result = await runCli([...RUN, '--triage', triage, '--out', name], folder, onStart, { main });
  for (const file of ['results.json', 'junit.xml', 'report.md', 'index.html'])
    expect(existsSync(join(folder, name, file)), `${file}; ${result.stderr}`).toBe(true);
  const reasons = result.stderr.split('\n').flatMap((line) => line.split('Not in the report: ')[1] ?? []);
  const markdown = readFileSync(join(folder, name, 'report.md'), 'utf8');
  for (const line of reasons) expect(markdown).toContain(line);
  return { result, missingParts: reasons };
}

describe('after the verdict', () => {
  it.each([
    ['runCase', HANG, '300s', ['triage: ORD-06 spi: exceeded its time budget']],
    ['runShrinkJob', THROW, '300s', ['triage: ORD-06 spi: broken on purpose']],
    ['rerunShrunkFailure', HANG, '300s', [expect.stringMatching(/^shrunk failure .*: timeout/)]],
  ])('breaking %s with %j adds only one line per failure', async (stage, statement, triage, lines) => {
    const { result, missingParts } = await runWithBroken(
      `${stage} ${statement[0]}`,
      { [stage]: statement },
      triage,
    );
    expect(result.code).toBe(1);
    expect(missingParts).toEqual(lines);
  });

  it('failed diagrams, unwritable pages and an unwritable history each produce only one line', async () => {
    const stages = {
      ...{ drawViolationPicture: THROW, writeShrunkPage: THROW, writeShownPage: THROW, recordRun: THROW },
    };
    const { result, missingParts } = await runWithBroken('pages', stages, '300s');
    expect(missingParts).toEqual([
      expect.stringMatching(/^diagram of .*shrunk\.json: broken/),
      expect.stringMatching(/^page for .*shrunk\.json: broken/),
      expect.stringMatching(/^diagram of ORD-06 .*: broken/),
    ]);
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining('not in the history yet')]);
  });

  it('a signal stops a hanging triage, and the report is still written', async () => {
    const { result } = await runWithBroken('signal', { runCase: HANG }, '100s', (kill, output) => {
      void until(() => output().includes('triage: shrinking')).then(() => kill('SIGTERM'));
    });
    expect(result.stderr).toContain('Interrupted: skipping any remaining shrinking');
    expect(result.stderr).not.toContain('its time budget');
  });
});
