import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { excludeMissingBitWarnings } from '../support/missing-bits.js';
import { SQUARE_SCENE } from '../support/square-scene.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const corpus = join(findPackageRoot(), 'data', 'corpus');

interface GpuFile {
  readonly scenes: readonly {
    readonly scene: unknown;
    readonly expect: { readonly memory: Readonly<Record<string, { readonly gzip: string }>> };
  }[];
}

/** Writes the first scene of a shader to a file, as a user would. Returns the file's path and the GPU's results. */
function writeGpuScene(shader: string) {
  const file = JSON.parse(readFileSync(join(corpus, 'gpu', `${shader}.json`), 'utf8')) as GpuFile;
  const { scene, expect } = file.scenes[0]!;
  const path = join(folder, `${shader}.json`);
  writeFileSync(path, JSON.stringify(scene));
  return { path, memory: expect.memory };
}

function getRecordArgs(chip: string, shader: string, scene: string, ...options: string[]): string[] {
  const record = `${shader}/${chip.replace('-', '/')}/mono`;
  const file = join(corpus, `${chip}.json`);
  return ['exec', file, '--record', record, '--scene', scene, ...options];
}

/** Writes an assembly program and the square scene to files. Returns the arguments that run the program. */
function prepareAssembly(name: string, text: string, ...options: string[]): string[] {
  const [program, scene] = [join(folder, name), join(folder, 'square.json')];
  writeFileSync(program, text);
  writeFileSync(scene, JSON.stringify(SQUARE_SCENE));
  return ['exec', program, '--scene', scene, ...options];
}

const COUNTER = /^```asm\n([\s\S]*?)^```$/m.exec(
  readFileSync(join(findPackageRoot(), 'docs', 'judging-shaders.md'), 'utf8'),
)![1]!;
const STORE_LINE = 1 + COUNTER.split('\n').findIndex((line) => line.includes('buffer_store'));
const EXIT_LINE = STORE_LINE + 1;

describe('pops-tb exec', () => {
  it('prints one document with the same memory as the GPU', async () => {
    const { path, memory } = writeGpuScene('wide_rmw');
    const { code, stdout, stderr } = await callCli(getRecordArgs('vangogh-w32', 'wide_rmw', path, '--json'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ verdict: 'pass', attachments: {} });
    expect(excludeMissingBitWarnings(document.violations)).toEqual([]);
    const expected = gunzipSync(Buffer.from(memory.buf1!.gzip, 'base64'));
    const observed = Buffer.from(document.memory.buf1.base64, 'base64');
    expect(observed.subarray(0, expected.length).equals(expected)).toBe(true);
    expect(observed.length).toBe(0x40000);
  });

  it('exits with 1 and shows the first violation of a defective program', async () => {
    const { path } = writeGpuScene('dual_source');
    const { code, stdout, stderr } = await callCli(getRecordArgs('navi31-w64', 'dual_source', path));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^FAIL {2}dual_source\/navi31\/w64\/mono\n {2}judged: .*\n {2}paths: .*\nRACE-01 /,
    );
    const { verdict, violations } = JSON.parse(stdout);
    expect(verdict).toBe('fail');
    expect(violations.length).toBeGreaterThan(0);
  });

  it('reports on stderr and in the document how much a passing run checked', async () => {
    const fixed = COUNTER.replace('s_sendmsg', 's_waitcnt_vscnt null, 0x0\n  s_sendmsg');
    const { code, stdout, stderr } = await callCli(prepareAssembly('waiting.s', fixed, '--strict'));
    expect(code).toBe(0);
    const { verdict, value, warnings } = JSON.parse(stdout);
    expect({ verdict, warnings }).toEqual({ verdict: 'pass', warnings: [] });
    expect(value).toMatchObject({ waves: 9, sections: 9, compared: 256, paths: { blocks: 5, notRun: [] } });
    expect(stderr).toMatch(/^ {2}judged: 9 sections in 9 waves, [1-9]\d* overlapping; 256 words of memory/m);
    expect(stderr).toMatch(/^ {2}paths: 5 of 5 blocks run, 4 of 4 branch outcomes taken$/m);
  });

  it.each([
    [[], 0, 'pass'],
    [['--strict'], 1, 'fail'],
  ] as const)('warns about a vacuous pass, with %j', async (options, exitCode, verdict) => {
    const bareSource = '; chip: navi21\nexp null off, off, off, off done vm\ns_endpgm\n';
    const { code, stdout, stderr } = await callCli(prepareAssembly('bare.s', bareSource, ...options));
    expect([code, JSON.parse(stdout).verdict]).toEqual([exitCode, verdict]);
    expect(JSON.parse(stdout).warnings.map(({ name }: { name: string }) => name)).toEqual([
      'no-section',
      'nothing-compared',
    ]);
    expect(stderr).toContain('  warning no-section: no wave entered and left an ordered section\n');
  });

  it('reports source lines and the command that reruns the program', async () => {
    const { code, stdout, stderr } = await callCli(prepareAssembly('counter.s', COUNTER, '--strict'));
    expect(code).toBe(1);
    expect(JSON.parse(stdout).violations[0]).toMatchObject({ rule: 'RACE-01', line: EXIT_LINE });
    expect(stderr).toContain(`the oldest is a store at line ${STORE_LINE}, pc 0x68`);
    expect(stderr).toMatch(/repro {2}npx --no-install pops-tb exec '.*' --scene '.*' --strict$/m);
  });

  it('reports an unknown record in one line', async () => {
    const { code, stdout, stderr } = await callCli(
      getRecordArgs('navi31-w64', 'dual_sauce', join(folder, 'none.json')),
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'Unknown record "dual_sauce/navi31/w64/mono": did you mean dual_source/navi31/w64/mono?\n',
    );
  });

  it('describes its document in --help', async () => {
    const { code, stdout } = await callCli(['exec', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('color0');
  });
});
