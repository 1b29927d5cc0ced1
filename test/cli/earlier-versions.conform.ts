import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { MODEL_VERSION } from '../../transactions/index.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

/** Run directories written by earlier builds of this project (`test/earlier/README.md`). */
const EARLIER_RUNS = join(findPackageRoot(), 'test', 'earlier');
const BUCKET = 'ORD-06_spi_gfx10.3_rmw_buffer_navi21_w64_mono';
/** The first version whose logs have hashes. */
const FIRST_WITH_HASHES = 7;
const MODELS = [3, 4, 5, 6, 7, 8, 9];

/** Copies a run directory, since commands write their pages into it. */
function copyRun(model: number): string {
  const folder = createTempFolder();
  cpSync(join(EARLIER_RUNS, `model-${model}`), folder, { recursive: true });
  return folder;
}

describe.each(MODELS)('output of a build with model version %i', (model) => {
  const folder = copyRun(model);
  const failedRun = join(folder, 'failed');

  it('works with report and coverage show', async () => {
    expect(await callCli(['report', failedRun])).toMatchObject({
      code: 0,
      stderr:
        model < FIRST_WITH_HASHES
          ? expect.stringMatching(/^The log of \S+ was written by an earlier version and has no file hashes/)
          : '',
    });
    expect(readFileSync(join(failedRun, 'report.md'), 'utf8')).toContain('ORD-06 spi gfx10.3 rmw_buffer');
    const { code, stdout } = await callCli(['coverage', 'show', join(folder, 'clean')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^all +\d+/m);
  });

  it('replays with the same violation, or is rejected with a one-line error that names the model version', async () => {
    const { code, stdout, stderr } = await callCli([
      'replay',
      join(failedRun, 'failures', BUCKET, 'rmw_buffer.0'),
    ]);
    if (model === MODEL_VERSION) {
      expect(code).toBe(1);
      expect(stdout).toMatch(/^ORD-06 Each packer's.*\n +where +error at cycle 1484, unit spi/);
    } else {
      expect(code).toBe(2);
      expect(stderr).toMatch(
        new RegExp(
          `^Cannot replay scenario \\S+: it was recorded with model version ${model}, .* replay it with the version that recorded it\\.\n$`,
        ),
      );
    }
  });
});

it('a trace from an earlier build is checked by the current rules', async () => {
  const folder = copyRun(3);
  const trace = join(folder, 'trace.jsonl');
  writeFileSync(trace, gunzipSync(readFileSync(join(EARLIER_RUNS, 'model-3', 'trace.jsonl.gz'))));
  const scenario = join(folder, 'failed', 'failures', BUCKET, 'rmw_buffer.0', 'scenario.msgpack');
  const { code, stdout } = await callCli(['check-trace', trace, '--scenario', scenario]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/ORD-06 Each packer's.*\n +where +error at cycle 1484, unit spi: packer 0, id 2/);
});
