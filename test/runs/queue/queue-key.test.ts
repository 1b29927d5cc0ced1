import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueueSeal, readQueueKey } from '../../../runs/queue/queue-key.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();

function writeAndReadKey(text: string) {
  const file = join(folder, 'key');
  writeFileSync(file, text);
  return readQueueKey(file);
}

const seal = new QueueSeal('queue', writeAndReadKey('0123456789abcdef0123456789abcdef\n'));
const sealed = seal.seal({ kind: 'task', job: '1' }, 'dGV4dA==');

describe('a queue key', () => {
  it('is read without surrounding whitespace, and round-trips what it seals', () => {
    const sameSeal = new QueueSeal('queue', writeAndReadKey('  0123456789abcdef0123456789abcdef'));
    expect(sameSeal.open({ kind: 'task', job: '1' }, sealed)).toBe('dGV4dA==');
    expect(sealed).toMatch(/^[0-9a-f]{64}\.dGV4dA==$/);
  });

  it.each<[string, () => string, RegExp]>([
    [
      'a message of a different kind',
      () => seal.open({ kind: 'outcome', job: '1' }, sealed),
      /^the outcome was tampered with, or signed with a different key/,
    ],
    [
      'a message for a different job',
      () => seal.open({ kind: 'task', job: '2' }, sealed),
      /^the task was tampered with, or signed with a different key/,
    ],
    [
      'an answer to a different task with the same name',
      () =>
        seal.open(
          { kind: 'outcome', job: '1', answers: sealed },
          seal.seal(
            { kind: 'outcome', job: '1', answers: seal.seal({ kind: 'task', job: '1' }, 'bGF0ZXI=') },
            'dGV4dA==',
          ),
        ),
      /^the outcome was tampered with, or signed with a different key/,
    ],
    [
      'a message for a different queue',
      () =>
        new QueueSeal('other', writeAndReadKey('0123456789abcdef0123456789abcdef')).open(
          { kind: 'task', job: '1' },
          sealed,
        ),
      /with a different key/,
    ],
    [
      'a message sealed with a different key',
      () => new QueueSeal('queue', writeAndReadKey('f'.repeat(32))).open({ kind: 'task', job: '1' }, sealed),
      /with a different key/,
    ],
    [
      'changed text',
      () => seal.open({ kind: 'task', job: '1' }, sealed.replace('dG', 'dH')),
      /was tampered with, or signed with a different key$/,
    ],
    ['no signature', () => seal.open({ kind: 'task', job: '1' }, 'dGV4dA=='), /^the task is not signed/],
    [
      'a malformed signature',
      () => seal.open({ kind: 'task', job: '1' }, `${'z'.repeat(64)}.dGV4dA==`),
      /with a different key/,
    ],
    [
      'a signed task if there is no key',
      () => new QueueSeal('queue').open({ kind: 'task', job: '1' }, sealed),
      /^the task is signed, but no --queue-key-file/,
    ],
  ])('rejects %s', (_, open, expected) => {
    expect(open).toThrow(expected);
  });

  it('is rejected if it is too short or missing', () => {
    expect(() => writeAndReadKey('short')).toThrow(
      /^Invalid --queue-key-file .*: expected 32 or more characters, got 5/,
    );
    expect(() => readQueueKey(join(folder, 'none'))).toThrow(
      /^Cannot read --queue-key-file .*: no such file/,
    );
  });

  it.each([undefined, writeAndReadKey('f'.repeat(32))])(
    'rejects text above the limit before decoding it',
    (key) => {
      expect(() =>
        new QueueSeal('queue', key).open({ kind: 'outcome', job: '1' }, 'A'.repeat((32 << 20) + 1)),
      ).toThrow(/^it is 32.1 MiB; expected at most 32 MiB/);
    },
  );

  it('is optional: without one, text passes through unchanged', () => {
    const keyless = new QueueSeal('queue');
    expect(
      keyless.open({ kind: 'task', job: '1' }, keyless.seal({ kind: 'task', job: '1' }, 'dGV4dA==')),
    ).toBe('dGV4dA==');
  });
});
