import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli, temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();

/** A suite in TypeScript that draws small scenes of one sequence. */
const SUITE = `
const count: number = 4;
export default {
  count,
  within: { primitives: [1, 24] },
  tests: [{ sequence: 'rmw_buffer', name: 'tiny_ids', knobs: { idWrap: 7, idWindow: 4 }, chips: ['navi21'] }],
};
`;

it('a suite file runs on workers, is recorded with its hash, and its failures replay by the line that they print', async () => {
  writeFileSync(join(folder, "my suite's.ts"), SUITE);
  const args = ["my suite's.ts", '--seed', '0x3', '--fault', 'F46', '--workers', '1', '--out', 'out'];
  const { code, stdout, stderr } = await runCli(['run', ...args], folder);
  expect(code, stderr).toBe(1);
  const { suite, suiteFile } = JSON.parse(readFileSync(join(folder, 'out', 'manifest.json'), 'utf8'));
  expect(suite).toBe("my suite's.ts");
  expect(suiteFile).toEqual({
    path: join(folder, "my suite's.ts"),
    hash: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  const [, name] = /replay '(.*)' --fault F46/.exec(stdout)!;
  expect(name).toContain("my suite'\\''s.ts:tiny_ids@0x");
  const replayed = await runCli(['replay', name!.replaceAll("'\\''", "'"), '--fault', 'F46'], folder);
  expect(replayed.code).toBe(1);
  expect(replayed.stdout).toContain('tiny_ids on navi21');
});
