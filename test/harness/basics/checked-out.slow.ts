import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGitCheckout } from '../../../harness/basics/checked-out.js';
import { describeHost, isCurrentVersion } from '../../../harness/records/manifest.js';
import { encodeGreeting, findGreetingMismatch } from '../../../runs/launch/greeting.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();

function git(root: string, ...args: string[]): void {
  const user = ['-c', 'user.name=t', '-c', 'user.email=t@localhost'];
  execFileSync('git', ['-C', root, ...user, ...args], { stdio: 'ignore' });
}

/** Creates a repository with one code file and one documentation page. */
function makeRepo(name: string): string {
  const root = join(folder, name);
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{}');
  writeFileSync(join(root, 'code.ts'), 'one');
  writeFileSync(join(root, 'docs', 'page.md'), 'one');
  mkdirSync(join(root, 'room'));
  writeFileSync(join(root, 'room', 'old.ts'), 'one');
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-q', '-m', 'first', '--date', '2026-01-01T00:00:00Z');
  return root;
}

it('identifies uncommitted changes by content, ignoring files that do not affect runs', () => {
  const [root, otherRoot] = [makeRepo('a'), makeRepo('b')];
  expect(readGitCheckout(root)).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    dirty: false,
    changes: null,
  });
  writeFileSync(join(root, 'docs', 'page.md'), 'two');
  expect(readGitCheckout(root)).toMatchObject({ dirty: true, changes: null });
  writeFileSync(join(root, 'code.ts'), 'two');
  const { changes } = readGitCheckout(root);
  expect(changes).toMatch(/^[0-9a-f]{16}$/);
  writeFileSync(join(otherRoot, 'code.ts'), 'two');
  expect(readGitCheckout(otherRoot).changes).toBe(changes);
  // What a user keeps at the top, such as the tests of "aim --out", is no code of the package.
  writeFileSync(join(otherRoot, 'closing.json'), '{}');
  mkdirSync(join(otherRoot, 'nights'));
  writeFileSync(join(otherRoot, 'nights', 'suite.ts'), '');
  expect(readGitCheckout(otherRoot).changes).toBe(changes);
  writeFileSync(join(otherRoot, 'room', 'new.ts'), '');
  expect(readGitCheckout(otherRoot).changes).not.toBe(changes);
  rmSync(join(otherRoot, 'room', 'new.ts'));
  rmSync(join(otherRoot, 'code.ts'));
  expect([null, changes]).not.toContain(readGitCheckout(otherRoot).changes);
  writeFileSync(join(root, 'code.ts'), 'one');
  expect(readGitCheckout(root).changes).toBe(null);
});

it('inspects a repository without writing to it', () => {
  const root = makeRepo('untouched');
  const index = join(root, '.git', 'index');
  const indexBefore = readFileSync(index);
  // The file's timestamp differs from the one in the index, so a plain `git status` would update the index.
  utimesSync(join(root, 'code.ts'), new Date(0), new Date(0));
  expect(readGitCheckout(root).dirty).toBe(false);
  expect(readFileSync(index).equals(indexBefore)).toBe(true);
  git(root, 'status');
  expect(readFileSync(index).equals(indexBefore)).toBe(false);
});

it('reports nothing for a folder that is not in a repository, or only installed in one', () => {
  const installed = join(makeRepo('project'), 'node_modules', 'package');
  for (const root of [join(folder, 'plain'), installed]) {
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'package.json'), '{}');
    expect(readGitCheckout(root)).toEqual({ commit: null, dirty: null, changes: null });
  }
});

const host = describeHost();

it('treats different code as a different version, whatever the commit', () => {
  expect(host.code).toMatch(/^[0-9a-f]{16}$/);
  expect(isCurrentVersion({ ...host })).toBe(true);
  expect(isCurrentVersion({ ...host, code: '0123456789abcdef' })).toBe(false);
  const { version, commit, changes = null } = host;
  expect(isCurrentVersion({ version, commit, changes })).toBe(true);
  const worker = { version, commit, changes, config: null, suites: [] };
  const greet = (code: string): string | undefined =>
    findGreetingMismatch(encodeGreeting({ ...worker, code }), {});
  expect(greet(host.code!)).toBeUndefined();
  expect(greet('0123456789abcdef')).toMatch(/^runs .*, code 0123456789abcdef\)? but the run uses /);
});

it.runIf(host.commit !== null)(
  'treats different changes as a different version, unless the run did not record its changes',
  () => {
    const { version, commit } = host;
    expect(isCurrentVersion({ ...host })).toBe(true);
    expect(isCurrentVersion({ ...host, changes: '0123456789abcdef' })).toBe(false);
    expect(isCurrentVersion({ version, commit })).toBe(true);
  },
);
