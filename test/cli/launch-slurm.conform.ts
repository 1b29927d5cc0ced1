import { join } from 'node:path';
import { hasTool } from '../support/external-tool.js';
import { SLURMCTLD, SlurmLoopback } from '../support/slurm-loopback.js';
import { until } from '../support/until.js';
import { getFinishedTests, runAndHold } from './support/held-run.js';
import { createTempFolder, runCli } from './support/run-cli.js';
import { getComparableResult } from './support/run-files.js';

const folder = createTempFolder();
/** Enough tests that the jobs cannot take them all before the first test has been timed. */
const COUNT = 60;
const RUN = [
  ...['run', 'smoke', '--test', 'empty_section', '--chip', 'navi21', '--seed', '0x1', '--count', `${COUNT}`],
  ...['--fault', 'F46', '--max-failures', '1000', '--json'],
];

describe.runIf(hasTool(SLURMCTLD, 'slurm-wlm'))('workers under Slurm', () => {
  let slurm: SlurmLoopback;
  let launchOptions: readonly string[];
  beforeAll(async () => {
    slurm = await SlurmLoopback.start(join(folder, 'slurm'));
    const srun = `env SLURM_CONF=${slurm.configuration} srun -n1 -c2 --quiet {worker}`;
    launchOptions = ['--workers', '2', '--launch', srun];
  });
  afterAll(() => slurm.stop());

  it('produce the same results as a local run, even if all jobs are cancelled halfway through', async () => {
    const out = join(folder, 'launched');
    const { stdout, stderr, code } = await runAndHold(
      [...RUN, ...launchOptions, '--out', out],
      folder,
      out,
      (events) => getFinishedTests(events).length > 0,
      () => slurm.runCommand('scancel', '--state=RUNNING', '--signal=KILL', '--full', '--name=node'),
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('Lost a --launch worker')]);
    const local = await runCli([...RUN, '--workers', '1', '--out', 'local'], folder);
    expect(getComparableResult(stdout, out)).toEqual(
      getComparableResult(local.stdout, join(folder, 'local')),
    );
  });

  it('leave no jobs running when the run is interrupted', async () => {
    const out = join(folder, 'interrupted');
    const { code } = await runAndHold(
      [...RUN, '--count', '10000', ...launchOptions, '--out', out],
      folder,
      out,
      (events) => getFinishedTests(events).length > 0,
      (kill) => kill('SIGTERM'),
    );
    expect(code).toBe(130);
    await until(() => slurm.runCommand('squeue', '--noheader') === '');
  });
});
