import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBeingWritten, lockRunDirectory, requireHeldLock } from '../../../harness/records/run-lock.js';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pops-tb-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test.each([
  'null',
  '5',
  '{}',
  JSON.stringify({ host: hostname(), process: 'x', begun: '' }),
  JSON.stringify({ host: { toString: 1 }, process: 1, begun: '' }),
])('takes over a lock that does not identify a process: %s', (text) => {
  writeFileSync(join(directory, 'run.lock'), text);
  expect(isBeingWritten(directory)).toBe(false);
  lockRunDirectory(directory)();
});

test('rejects a lock that is a dangling link, with a one-line error', () => {
  symlinkSync(join(directory, 'nowhere'), join(directory, 'run.lock'));
  expect(() => lockRunDirectory(directory)).toThrow(
    /run\.lock": it is a symbolic link; expected a regular file/,
  );
});

test('locks a directory exclusively until the lock is released', () => {
  const release = lockRunDirectory(directory);
  expect(isBeingWritten(directory)).toBe(true);
  expect(() => lockRunDirectory(directory)).toThrow(/Another run is writing/);
  release();
  expect(isBeingWritten(directory)).toBe(false);
});

test('another container with the same host name neither takes over nor removes a lock that is touched', () => {
  const file = join(directory, 'run.lock');
  const foreign = { host: hostname(), process: process.pid, begun: '1', space: 'elsewhere', token: 'theirs' };
  writeFileSync(file, JSON.stringify(foreign));
  expect(() => lockRunDirectory(directory)).toThrow(/Another run is writing/);
  utimesSync(file, 0, 0);
  const release = lockRunDirectory(directory);
  requireHeldLock(directory);
  writeFileSync(file, JSON.stringify(foreign));
  expect(() => requireHeldLock(directory)).toThrow(/another run has taken it over/);
  release();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(foreign);
  expect(readdirSync(directory)).toEqual(['run.lock']);
});
