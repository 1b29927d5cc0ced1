import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFault } from '../../transactions/index.js';
import { callCli } from './support/call-cli.js';
import { type CliResult, createTempFolder, runCli } from './support/run-cli.js';

const folder = createTempFolder();

/** One model fault and one register fault. `.ci/run` covers all faults with `qualify`. */
const FAULTS = ['F46', 'F44'].map((id) => findFault(id)!);

const runs = new Map<string, Promise<CliResult & { readonly out: string }>>();

/** Runs tests with a fault, and caches the result. */
function runWithFault(id: string): Promise<CliResult & { readonly out: string }> {
  const out = join(folder, id);
  const run =
    runs.get(id) ??
    callCli(['run', '--fault', id, '--max-failures', '2', '--workers', '1', '--json', '--out', out]).then(
      (result) => ({ out, ...result }),
    );
  runs.set(id, run);
  return run;
}

describe('an injected fault', () => {
  it.each(FAULTS.map(({ id, classes }) => [id, classes] as const))(
    '%s is found by a rule from its class, and its repro line reproduces the violation in another folder',
    async (id, classes) => {
      const { code, stdout, out } = await runWithFault(id);
      expect(code).toBe(1);
      const buckets: { rule: string; first: string; repro: string }[] = JSON.parse(stdout).buckets;
      const bucket = buckets.find(({ rule }) => classes.some((name) => rule.startsWith(`${name}-`)))!;
      expect(bucket, `no bucket for ${classes} in ${stdout}`).toBeDefined();
      const bucketFolder = readdirSync(join(out, 'failures')).find((name) =>
        readdirSync(join(out, 'failures', name)).includes(bucket.first),
      );
      const failureFolder = join(out, 'failures', bucketFolder!, bucket.first);
      const { violations } = JSON.parse(readFileSync(join(failureFolder, 'violations.json'), 'utf8'));
      const replayed = await replayLine(bucket.repro);
      expect(replayed.code).toBe(1);
      expect(JSON.parse(replayed.stdout)).toMatchObject({ violations, repeatable: true });
    },
  );

  it('leaves a failure folder that replays with the same violations', async () => {
    const { out } = await runWithFault('F46');
    const [bucketFolder] = readdirSync(join(out, 'failures'));
    const failures = join(out, 'failures', bucketFolder!);
    const failureFolder = join(failures, readdirSync(failures)[0]!);
    const { violations } = JSON.parse(readFileSync(join(failureFolder, 'violations.json'), 'utf8'));
    const { stdout } = await runCli(['replay', failureFolder, '--json'], folder);
    expect(JSON.parse(stdout).violations).toEqual(violations);
  });
});

/** Runs the repro line of a failure as a shell would, with the built command instead of npx. */
function replayLine(line: string) {
  const [quoted] = line.match(/'[^']+'/)!;
  const options = line
    .slice(line.indexOf(quoted) + quoted.length)
    .split(' ')
    .filter(Boolean);
  return runCli(['replay', quoted.slice(1, -1), ...options, '--json'], folder);
}
