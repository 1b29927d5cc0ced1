import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { getTempPath } from '../../../harness/basics/run-files.js';
import { checkOutFile } from '../../../harness/output/out-directory.js';
import { openTarget, writeAll } from '../../../harness/output/out-target.js';
import { writeAtomic } from '../../../harness/output/write-atomic.js';
import { writeCoverage } from '../../../harness/run-directory/coverage-files.js';
import { RecordFile } from '../../../intake/check-trace/check-trace.js';
import { UsageError } from '../../../transactions/index.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const root = createTempFolder();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
});

/** Whether device nodes can be created here, which requires root privileges that some containers withhold. */
const canMakeNodes = spawnSync('mknod', [join(root, 'probe'), 'c', '1', '3']).status === 0;

/** Creates a device with the same device numbers as `/dev/null`, so that `/dev/null` itself is never touched. */
function makeDevice(name = 'device'): string {
  const path = join(folder, name);
  execFileSync('mknod', [path, 'c', '1', '3']);
  return path;
}

function makeFifo(): string {
  const path = join(folder, 'fifo');
  execFileSync('mkfifo', [path]);
  return path;
}

/** All functions that write to a path given by the user. */
const WRITERS: readonly (readonly [name: string, write: (file: string) => void])[] = [
  ['writeAtomic', (file) => writeAtomic(file, 'text')],
  [
    'RecordFile',
    (file) => {
      const records = new RecordFile(file);
      records.add('text');
      records.close();
    },
  ],
];

describe.each(WRITERS)('%s', (_, write) => {
  it.runIf(canMakeNodes)('writes to a device without replacing it, even through a link', () => {
    const path = makeDevice();
    const link = join(folder, 'link');
    symlinkSync(path, link);
    for (const name of [path, link]) write(name);
    expect(lstatSync(path).isCharacterDevice()).toBe(true);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['device', 'link']);
  });

  it('rejects a FIFO without a reader with a one-line error instead of blocking', () => {
    const path = makeFifo();
    expect(() => write(path)).toThrow(new UsageError(`Cannot write "${path}": it is a FIFO with no reader`));
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it('writes to a FIFO that has a reader', () => {
    const path = makeFifo();
    const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    write(path);
    const count = readSync(reader, Buffer.alloc(100));
    closeSync(reader);
    expect(count).toBeGreaterThan(3);
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it('writes through a link without replacing it, and creates the file if it does not exist', () => {
    for (const exists of [true, false]) {
      const [path, link] = [join(folder, `${exists}`), join(folder, `link-${exists}`)];
      if (exists) writeFileSync(path, 'older');
      symlinkSync(`${exists}`, link);
      write(link);
      expect(readlinkSync(link)).toBe(`${exists}`);
      expect(readFileSync(path, 'latin1')).not.toBe('older');
    }
  });

  it('rejects a directory, a symlink loop and a path that goes through a file with a one-line error', () => {
    symlinkSync('loop', join(folder, 'loop'));
    writeFileSync(join(folder, 'file'), '');
    expect(() => write(folder)).toThrow(/^Cannot write "[^"]+": it is a directory$/);
    expect(() => write(join(folder, 'loop'))).toThrow(/: its symbolic links form a loop$/);
    expect(() => write(join(folder, 'file', 'below'))).toThrow(/: .*not a directory$/);
  });
});

it.runIf(canMakeNodes)('rejects a block device, and ignores a device named like a temporary file', () => {
  execFileSync('mknod', [join(folder, 'disk'), 'b', '7', '200']);
  expect(() => writeAtomic(join(folder, 'disk'), '')).toThrow(
    /^Cannot write "[^"]+": it is a block device; expected a file$/,
  );
  expect(() => checkOutFile(join(folder, 'disk'))).toThrow(/it is a block device/);
  const lookalike = makeDevice('report.tmp');
  writeAtomic(join(folder, 'report'), 'text');
  expect(statSync(lookalike).isCharacterDevice()).toBe(true);
});

it("does not touch another process's temporary file", () => {
  const otherTempFile = join(folder, 'report.1.tmp');
  writeFileSync(otherTempFile, 'half');
  writeAtomic(join(folder, 'report'), 'text');
  expect(readFileSync(otherTempFile, 'utf8')).toBe('half');
  expect(readdirSync(folder).sort()).toEqual(['report', 'report.1.tmp']);
  const module = join(findPackageRoot(), 'dist/harness/basics/run-files.js');
  const print = `import { getTempPath } from ${JSON.stringify(module)};\nprocess.stdout.write(getTempPath('report'));`;
  const other = execFileSync(process.execPath, ['--input-type=module', '-e', print], { encoding: 'utf8' });
  expect(other).toMatch(/^report\.\d+\.tmp$/);
  expect(other).not.toBe(getTempPath('report'));
});

/** Runs a shell command in which `write` stands for a program that calls `writeAtomic` once. Returns the output. */
function runInShell(command: string): string {
  const script = join(folder, 'write.mjs');
  const module = join(findPackageRoot(), 'dist/harness/output/write-atomic.js');
  writeFileSync(
    script,
    `import { writeAtomic } from ${JSON.stringify(module)};\nwriteAtomic(process.argv[2], 'text\\n'.repeat(50_000));`,
  );
  return execFileSync('bash', ['-c', command.replaceAll('write', `"${process.execPath}" "${script}"`)], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 20,
  });
}

it('writes to standard output, a link to it and process substitutions', () => {
  const expected = 'text\n'.repeat(50_000);
  expect(runInShell('write /dev/stdout')).toBe(expected);
  expect(runInShell('(echo before; write /dev/stdout) > file; cat file')).toBe(`before\n${expected}`);
  expect(runInShell('ln -s /dev/stdout link; write link | wc -l').trim()).toBe('50000');
  expect(runInShell('write >(wc -l > count); until [ -s count ]; do :; done; cat count').trim()).toBe(
    '50000',
  );
});

describe.runIf(canMakeNodes)('a command with a device as its output', () => {
  it.each<[string, (node: string) => string[]]>([
    [
      'check --sarif',
      (node) => [
        'check',
        'docs/examples/shaders/gfx103-image.s',
        '--chip',
        'navi21',
        '--seeds',
        '1',
        '--sarif',
        node,
      ],
    ],
    ['coverage merge --out', (node) => ['coverage', 'merge', join(folder, 'coverage'), '--out', node]],
  ])('%s does not replace it', async (_, args) => {
    writeCoverage(join(folder, 'coverage'), createEmptyCoverage());
    const node = makeDevice();
    const { code, stderr } = await callCli(args(node));
    expect([code, stderr]).toEqual([0, expect.anything()]);
    expect(lstatSync(node).isCharacterDevice()).toBe(true);
  });
});

it('gives up on a reader that reads nothing, since no signal is handled meanwhile', () => {
  const path = makeFifo();
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openTarget({ kind: 'stream', path });
  try {
    expect(() => writeAll(writer, Buffer.alloc(1 << 20), 50)).toThrow('its reader read nothing for 0.05 s');
  } finally {
    closeSync(writer);
    closeSync(reader);
  }
});
