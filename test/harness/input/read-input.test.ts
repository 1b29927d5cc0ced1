import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INPUT_LIMITS, type InputKind, raiseLimits } from '../../../harness/input/limits.js';
import { readInput, readJsonInput } from '../../../harness/input/read-input.js';
import { UsageError } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
afterEach(() => raiseLimits(1));

const writeInput = (name: string, content = ''): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

/** Creates a file of the given length that takes up no disk space. */
function makeSparseFile(bytes: number): string {
  const path = writeInput('sparse');
  truncateSync(path, bytes);
  return path;
}

it('reads regular files, empty files and files in /proc', () => {
  expect(readInput('state', writeInput('some', 'text')).toString()).toBe('text');
  expect(readInput('state', writeInput('none'))).toHaveLength(0);
  expect(readInput('state', '/proc/self/status').toString()).toContain('Pid:');
});

it('parses JSON and rejects malformed JSON', () => {
  expect(readJsonInput('state', writeInput('a.json', '{"a": [1]}'))).toEqual({ a: [1] });
  expect(() => readJsonInput('state', writeInput('b.json', '{"a"'))).toThrow(
    /^Invalid state file .*b.json: not valid JSON \(/,
  );
});

describe('readInput', () => {
  it.each<[string, () => string, RegExp]>([
    [
      'a file that does not exist',
      () => join(folder, 'nowhere'),
      /^Cannot read state file .*: no such file or directory$/,
    ],
    ['a directory', () => folder, /: it is a directory$/],
    ['a device', () => '/dev/zero', /: it is a device; expected a regular file, or - for standard input$/],
    [
      'a FIFO without a writer',
      () => {
        const path = join(folder, 'fifo');
        execFileSync('mkfifo', [path]);
        return path;
      },
      /: it is a FIFO; expected a regular file/,
    ],
  ])('rejects %s with a one-line error', (_, path, message) => {
    const file = path();
    expect(() => readInput('state', file)).toThrow(UsageError);
    expect(() => readInput('state', file)).toThrow(message);
  });

  it.each(['state', 'scenario', 'corpus', 'program', 'golden', 'manifest', 'log'] as const)(
    'rejects a file above the limit for %s without reading it',
    (kind: InputKind) => {
      const limit = INPUT_LIMITS[kind].bytes;
      expect(() => readInput(kind, makeSparseFile(limit + 1))).toThrow(
        /^Cannot read .*: it is .* MiB; expected at most .* MiB \(/,
      );
    },
  );

  it('rejects a file of more than 2 GiB, even if the limits are raised', () => {
    expect(() => readInput('scenario', makeSparseFile(3 * 2 ** 30))).toThrow(
      /: it is 3072 MiB; expected at most 256 MiB \(--limits 12 allows it\)$/,
    );
    raiseLimits(12);
    expect(() => readInput('scenario', makeSparseFile(3 * 2 ** 30))).toThrow(
      /expected at most 2048 MiB \(the maximum for one buffer\)$/,
    );
  });
});

it('accepts a larger file if the limits are raised', () => {
  const file = makeSparseFile(INPUT_LIMITS.small.bytes + 1);
  expect(() => readInput('small', file)).toThrow('--limits 2 allows it');
  raiseLimits(2);
  expect(readInput('small', file)).toHaveLength(INPUT_LIMITS.small.bytes + 1);
});
