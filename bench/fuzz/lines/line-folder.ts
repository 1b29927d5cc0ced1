import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../base/basics/index.js';
import type { RunFiles } from '../input/valid-inputs.js';

const PROTO = '{"__proto__": {"a": 1}, "constructor": {"prototype": 1}, "toString": "x"}';

/**
 * Fills a folder with valid and invalid files of every kind. Returns their paths, plus some that don't exist, for use
 * in command lines.
 */
export function createFiles(folder: string, run: RunFiles): readonly string[] {
  const write = (name: string, content: string | Uint8Array): void =>
    writeFileSync(join(folder, name), content);
  const examples = join(findPackageRoot(), 'examples', 'trace');
  for (const name of readdirSync(examples))
    cpSync(join(examples, name), join(folder, name), { recursive: true });
  write('empty', '');
  write(
    'binary.bin',
    Uint8Array.from({ length: 4096 }, (_, index) => (index * 151) & 0xff),
  );
  write('list.json', '[]');
  write('proto.json', PROTO);
  write('deep.json', '['.repeat(100_000));
  write('suite.json', '{"count": 1, "tests": [{"sequence": "empty_section"}]}');
  write('line\nend.json', '{}');
  write('program.s', 's_endpgm\n');
  mkdirSync(join(folder, 'run', 'coverage'), { recursive: true });
  write('run/manifest.json', run.manifest);
  write('run/events.msgpack', run.log);
  write('run/coverage/coverage.msgpack', run.coverage);
  mkdirSync(join(folder, 'damaged', 'failures', 'a', 'b'), { recursive: true });
  write('damaged/manifest.json', run.manifest);
  write('damaged/events.msgpack', run.log.subarray(0, run.log.length >> 1));
  write('damaged/failures/a/b/violations.json', PROTO);
  mkdirSync(join(folder, 'folder'));
  symlinkSync('list.json', join(folder, 'link'));
  symlinkSync('loop', join(folder, 'loop'));
  const nodes = [
    ['fifo', 'mkfifo', ['fifo']],
    // Only root can create devices.
    ['null', 'mknod', ['null', 'c', '1', '3']],
  ] as const;
  const created = nodes.filter(([, tool, args]) => spawnSync(tool, args, { cwd: folder }).status === 0);
  return [
    ...FILE_NAMES,
    ...created.map(([name]) => name),
    'folder/new',
    'missing/new',
    'empty/new',
    'run#rmw_buffer.0',
  ];
}

const FILE_NAMES = [
  ...[
    'scenario.json',
    'trace.jsonl',
    'empty',
    'binary.bin',
    'list.json',
    'proto.json',
    'deep.json',
    'suite.json',
  ],
  ...[
    'line\nend.json',
    'program.s',
    'run',
    'damaged',
    'damaged/failures/a/b',
    'folder',
    'link',
    'loop',
    'missing',
    '.',
  ],
];
