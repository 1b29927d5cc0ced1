import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();

/** Every file below a folder with its bytes. */
function treeOf(root: string): Map<string, string> {
  if (!existsSync(root)) return new Map();
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(paths.map((path) => [path.slice(root.length), readFileSync(path, 'base64')]));
}

/** The document of a run without what is allowed to differ: names of the run, workers and times. */
function lastingPart(stdout: string): unknown {
  const varying = ['runId', 'outDir', 'workers', 'seconds', 'testsPerSecond', 'wavesPerSecond'];
  return Object.fromEntries(
    Object.entries(JSON.parse(stdout) as object).filter(([key]) => !varying.includes(key)),
  );
}

describe('the same root seed', () => {
  it.each([
    ['a clean run', ['--count', '24']],
    ['a run that ends with its third failure', ['--count', '400', '--fault', 'F46', '--max-failures', '3']],
  ])('gives the same bytes with 1, 2 and 4 workers: %s', async (name, options) => {
    const runs = [];
    for (const workers of ['1', '2', '4']) {
      const out = join(folder, `${name} ${workers}`);
      const args = ['run', 'smoke', '--seed', '0xd15c', '--json', '--workers', workers, '--out', out];
      const { stdout } = await runCli([...args, ...options], folder);
      runs.push({
        document: lastingPart(stdout),
        failures: treeOf(join(out, 'failures')),
        coverage: treeOf(join(out, 'coverage')),
      });
    }
    expect(runs[0]!.coverage.size).toBe(1);
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
  });

  it('differs from another one in what it covers and runs', async () => {
    const documents = [];
    for (const seed of ['0x1', '0x2']) {
      const out = join(folder, `seed ${seed}`);
      const { stdout } = await runCli(
        ['run', '--seed', seed, '--json', '--count', '8', '--out', out],
        folder,
      );
      documents.push(JSON.parse(stdout));
    }
    expect(documents[0].waves).not.toBe(documents[1].waves);
  });
});
