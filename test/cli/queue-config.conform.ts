import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasTool } from '../support/external-tool.js';
import { RedisServer } from '../support/redis-server.js';
import { type CliResult, createTempFolder, runCli } from './support/run-cli.js';
import { getComparableResult } from './support/run-files.js';

const folder = join(createTempFolder(), 'a project');
mkdirSync(folder);
writeFileSync(
  join(folder, 'pops-tb.config.ts'),
  `import { bin, defineConfig, defineCovergroup, defineRule } from 'pops-testbench';

const late = defineRule({
  id: 'acme.LATE-01',
  text: 'No wave ends.',
  create: (_facts, judge) => ({
    on: {
      'wave-ended': ({ wave, cycle }) => {
        judge.armed++;
        judge.violate(() => ({
          cycle, unit: 'acme', place: { wave }, allowed: 'The wave continues.', observed: 'It ended.', steps: [], hint: '-',
        }));
      },
    },
  }),
});
const ends = defineCovergroup({
  name: 'acme.ends', version: 1, text: 'Wave ends.', statements: [], crosses: [],
  points: { wave: { text: 'Number.', bins: [bin('first', [0]), bin('second', [1])] } },
  monitor: ({ sampler: { values, point, sample } }) => ({
    'wave-ended': ({ wave }) => { values[point.wave] = wave; sample(); },
  }),
});
export default defineConfig({
  rules: [late],
  covergroups: [ends],
  run: { suite: 'smoke', test: 'rmw_buffer', chip: ['navi21'], count: 2, seed: '0x1' },
});
`,
);

/** Runs the configured tests through a queue with one worker, which is stopped after the run. */
async function runQueued(url: string, out: string, ...workerOptions: string[]) {
  let stop = (): void => undefined;
  const worker = runCli(['worker', '--queue', url, '--workers', '1', ...workerOptions], folder, (kill) => {
    stop = () => kill('SIGTERM');
  });
  const run = await runCli(['run', '--json', '--queue', url, '--out', out], folder);
  stop();
  return { run, worker: await worker };
}

describe.runIf(hasTool('redis-server', 'redis-server'))('a queued run with a configuration', () => {
  let server: RedisServer;
  let local: CliResult;
  beforeAll(async () => {
    server = await RedisServer.start(join(folder, 'redis'));
    local = await runCli(['run', '--json', '--workers', '1', '--out', 'local'], folder);
  });
  afterAll(() => server.kill());

  it('produces the same result as a local run, using the configured rules and covergroups', async () => {
    const { run, worker } = await runQueued(server.url, 'queued');
    expect([run.code, worker.code]).toEqual([1, 0]);
    const { rules } = JSON.parse(run.stdout);
    expect(rules.at(-1)).toMatchObject({ id: 'acme.LATE-01', fired: expect.any(Number) });
    expect(rules.at(-1).fired).toBeGreaterThan(0);
    expect(getComparableResult(run.stdout, join(folder, 'queued'))).toEqual(
      getComparableResult(local.stdout, join(folder, 'local')),
    );
  });

  it('fails with a message that names both configurations if the worker has a different one', async () => {
    const { run } = await runQueued(server.url, 'refused', '--config', 'none');
    expect(run.code).toBe(4);
    expect(run.stderr).toMatch(
      /The run has a configuration with hash [0-9a-f]{16}, but this worker has none: start both with the same --config/,
    );
  });
});
