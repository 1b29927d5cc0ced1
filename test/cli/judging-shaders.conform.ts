import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { SQUARE_SCENE } from '../support/square-scene.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const PAGE = readFileSync(join(findPackageRoot(), 'docs', 'judging-shaders.md'), 'utf8');
const COUNTER = /^```asm\n([\s\S]*?)^```$/m.exec(PAGE)![1]!;
const FIXED = COUNTER.replace('s_sendmsg', 's_waitcnt_vscnt null, 0x0\n  s_sendmsg');

/** Writes files to a new folder and returns the folder's path. */
function createFolder(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, name);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(path, file, '..'), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  return path;
}

async function check(...args: string[]) {
  const { code, stdout, stderr } = await callCli([
    'check',
    ...args,
    ...'--seeds 2 --workers 1 --json'.split(' '),
  ]);
  return { code, stderr, document: stdout === '' ? undefined : JSON.parse(stdout) };
}

it('expectations in assembly pass a program with exactly the expected findings and fail all others', async () => {
  const path = createFolder('expectations', {
    'shown.s': COUNTER,
    'fixed.s': FIXED,
    'silent.s': COUNTER.replace('; expect: RACE-01\n', ''),
    'other.s': COUNTER.replace('RACE-01', 'PROTO-11'),
    'deep/right.s': FIXED.replace('RACE-01', 'pass'),
  });
  const { code, document } = await check(path);
  expect(code).toBe(1);
  const verdicts = document.programs.map(({ id, verdict, expected }: never) => [id, verdict, expected]);
  const getPath = (name: string) => join(path, name);
  const withErrors = (...rules: string[]) => expect.objectContaining({ errors: rules });
  expect(verdicts).toEqual([
    [getPath('deep/right.s'), 'pass', withErrors()],
    [getPath('fixed.s'), 'fail', expect.objectContaining({ missing: ['RACE-01'], unexpected: [] })],
    [
      getPath('other.s'),
      'fail',
      expect.objectContaining({ missing: ['PROTO-11'], unexpected: expect.arrayContaining(['RACE-01']) }),
    ],
    [getPath('shown.s'), 'pass', withErrors('RACE-01')],
    [getPath('silent.s'), 'fail', undefined],
  ]);
});

it('assembly uses the state file next to it, but comments and options override the state', async () => {
  const bareSource = COUNTER.replace('; chip: navi21\n', '');
  const path = createFolder('states', { 'ps.s': bareSource, 'ps.state.json': '{"chip": "navi10"}' });
  const getGeneration = async (...options: string[]) =>
    (await check(join(path, 'ps.s'), ...options)).document.programs[0].gfx;
  expect(await getGeneration()).toBe('gfx10');
  expect(await getGeneration('--chip', 'vangogh')).toBe('gfx10.3');
  writeFileSync(join(path, 'ps.s'), COUNTER);
  expect(await getGeneration()).toBe('gfx10.3');
});

it('a folder is expanded to the programs in it, excluding hidden files', async () => {
  const path = createFolder('mixed', {
    'a.hex': 'bf810000\n',
    'README.md': 's_endpgm\n',
    Makefile: 'all:\n',
    'scene.json': '{}',
    'b.txt': '; chip: navi21\ns_endpgm\n',
    'b.state.json': '{"chip": "navi21"}',
    '.hidden.s': 's_endpgm',
  });
  const { document } = await check(path, '--chip', 'navi21');
  expect(document.programs.map(({ id }: { id: string }) => id)).toEqual([
    join(path, 'a.hex'),
    join(path, 'b.txt'),
  ]);
});

it('an unusable file does not affect other files', async () => {
  const path = createFolder('unreadable', {
    'a.s': FIXED.replace('RACE-01', 'pass'),
    'b.s': '; chip: navi21\ns_waitt 0\n',
    'c.s': '; expct: pass\ns_endpgm\n',
  });
  const missingFile = join(path, 'nowhere.o');
  const { code, stderr, document } = await check(path, missingFile);
  expect(code).toBe(2);
  expect(document).toMatchObject({ passed: 1, failed: 0, unsupported: 0 });
  const files = document.unreadable.map(({ file }: { file: string }) => file);
  expect(files).toEqual([join(path, 'b.s'), join(path, 'c.s'), missingFile]);
  expect(stderr.trimEnd().split('\n')).toEqual(
    document.unreadable.map(({ reason }: { reason: string }) => reason),
  );
  const textResult = await callCli(['check', path, '--seeds', '1', '--workers', '1']);
  expect([textResult.code, textResult.stderr.trimEnd().split('\n').at(-1)]).toEqual([
    2,
    '1 passed, 0 failed, 0 unsupported, 2 files not checked',
  ]);
});

it('exec uses the settings in the comments of an assembly file', async () => {
  const path = createFolder('exec', { 'ps.s': FIXED, 'scene.json': JSON.stringify(SQUARE_SCENE) });
  const { code, stdout } = await callCli([
    'exec',
    join(path, 'ps.s'),
    '--scene',
    join(path, 'scene.json'),
    '--json',
  ]);
  const { verdict, memory } = JSON.parse(stdout);
  const words = new Uint32Array(
    Uint8Array.from(Buffer.from(memory['buffer_descriptor[0]'].base64, 'base64')).buffer,
  );
  // Together, the two triangles cover the area once, but the first one is drawn twice.
  expect({ code, verdict, first: words[0], last: words[15 * 32 + 15] }).toEqual({
    code: 0,
    verdict: 'pass',
    first: 2,
    last: 1,
  });
});
