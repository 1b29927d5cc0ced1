import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../regression/index.js';
import { withoutMissingBits } from '../support/missing-bits.js';
import { callCli } from './support/call-cli.js';
import { runCli, temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();
const corpus = join(packageRoot(), 'data', 'corpus');

interface GpuFile {
  readonly scenes: readonly {
    readonly scene: unknown;
    readonly expect: { readonly memory: Readonly<Record<string, { readonly gzip: string }>> };
  }[];
}

/** Writes the first scene of a shader as a user would have it; gives its path and what the GPU left. */
function gpuScene(shader: string) {
  const file = JSON.parse(readFileSync(join(corpus, 'gpu', `${shader}.json`), 'utf8')) as GpuFile;
  const { scene, expect } = file.scenes[0]!;
  const path = join(folder, `${shader}.json`);
  writeFileSync(path, JSON.stringify(scene));
  return { path, memory: expect.memory };
}

function execOf(chip: string, shader: string, scene: string, ...more: string[]): string[] {
  const record = `${shader}/${chip.replace('-', '/')}/mono`;
  const file = join(corpus, `${chip}.json`);
  return ['exec', file, '--record', record, '--scene', scene, ...more];
}

describe('pops-tb exec', () => {
  it('prints one document with the memory that the GPU computed', async () => {
    const { path, memory } = gpuScene('wide_rmw');
    const { code, stdout, stderr } = await runCli(execOf('vangogh-w32', 'wide_rmw', path, '--json'), folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ verdict: 'pass', attachments: {} });
    expect(withoutMissingBits(document.violations)).toEqual([]);
    const expected = gunzipSync(Buffer.from(memory.buf1!.gzip, 'base64'));
    const observed = Buffer.from(document.memory.buf1.base64, 'base64');
    expect(observed.subarray(0, expected.length).equals(expected)).toBe(true);
    expect(observed.length).toBe(0x40000);
  });

  it('ends with exit code 1 and shows the first violation of a program with a defect', async () => {
    const { path } = gpuScene('dual_source');
    const { code, stdout, stderr } = await callCli(execOf('navi31-w64', 'dual_source', path));
    expect(code).toBe(1);
    expect(stderr).toContain('FAIL  dual_source/navi31/w64/mono\nRACE-01 ');
    const { verdict, violations } = JSON.parse(stdout);
    expect(verdict).toBe('fail');
    expect(violations.length).toBeGreaterThan(0);
  });

  it('says in one line what cannot be run', async () => {
    const { code, stdout, stderr } = await callCli(
      execOf('navi31-w64', 'dual_sauce', join(folder, 'none.json')),
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'Unknown record "dual_sauce/navi31/w64/mono": did you mean dual_source/navi31/w64/mono?\n',
    );
  });

  it('says in --help what its document holds', async () => {
    const { code, stdout } = await callCli(['exec', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('color0');
  });
});
