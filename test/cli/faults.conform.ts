import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFault } from '../../transactions/index.js';
import { callCli } from './support/call-cli.js';
import { splitShellWords } from './support/doc-commands.js';
import { createTempFolder, runCli } from './support/run-cli.js';

const folder = createTempFolder();

/** One model fault and one register fault. `.ci/run` covers all faults with `qualify`. */
const FAULTS = ['F46', 'F44'].map((id) => findFault(id)!);

it.each(FAULTS.map(({ id, classes }) => [id, classes] as const))(
  'an injected %s is found by a rule from its class, and its repro line reproduces the violation in another folder',
  async (id, classes) => {
    const out = join(folder, id);
    const args = ['run', '--fault', id, '--max-failures', '2', '--workers', '1', '--json', '--out', out];
    const { code, stdout } = await callCli(args);
    expect(code).toBe(1);
    const buckets: { rule: string; first: string; repro: string }[] = JSON.parse(stdout).buckets;
    const bucket = buckets.find(({ rule }) => classes.some((name) => rule.startsWith(`${name}-`)))!;
    expect(bucket, `no bucket for ${classes} in ${stdout}`).toBeDefined();
    const bucketFolder = readdirSync(join(out, 'failures')).find((name) =>
      readdirSync(join(out, 'failures', name)).includes(bucket.first),
    );
    const failureFolder = join(out, 'failures', bucketFolder!, bucket.first);
    const { violations } = JSON.parse(readFileSync(join(failureFolder, 'violations.json'), 'utf8'));
    const [, , , ...line] = splitShellWords(bucket.repro);
    const replayed = await runCli([...line, '--json'], folder);
    expect(replayed.code).toBe(1);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ violations, repeatable: true });
  },
);
