import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../regression/index.js';

/** Rooms that read what others wrote, or print it. */
const ROOMS = ['transactions', 'stimulus', 'regression', 'report', 'cli'];

/** What goes round the one reader or the one printer, and the files that may: the reader, the printer, and what reads the package's own. */
const RAW: readonly (readonly [what: string, pattern: RegExp, files: readonly string[]])[] = [
  [
    'process.stdout.write or process.stderr.write (print with cli/terminal.ts)',
    /process\.std(?:out|err)\.write/,
    ['cli/terminal.ts', 'cli/main.ts', 'regression/suite-files/suite-file.ts'],
  ],
  [
    'readFileSync or createReadStream (read with regression/input)',
    /\b(?:readFileSync|readFile|createReadStream)\(/,
    [
      'cli/coverage-export.ts',
      'cli/run-files.ts',
      'regression/check-trace/trace-reader.ts',
      'regression/basics/checked-out.ts',
      'regression/records/manifest.ts',
      'regression/basics/package-root.ts',
      'regression/records/run-lock.ts',
      'regression/testplan/statements.ts',
    ],
  ],
  [
    'gunzip or inflate (unpack with regression/input)',
    /\b(?:gunzip|inflate\w*|unzip|brotliDecompress)Sync\(/,
    ['regression/input/unpack.ts'],
  ],
  [
    'decode of MessagePack (use decodeMessagePack)',
    /import \{[^}]*\bdecode\w*\b[^}]*\} from '@msgpack/,
    ['transactions/input/message-pack.ts'],
  ],
];

it.each(RAW)('%s is in no file but those that are named', (_, pattern, files) => {
  const found = ROOMS.flatMap(sourcesOf).filter((path) =>
    pattern.test(readFileSync(join(packageRoot(), path), 'utf8')),
  );
  expect(found.filter((path) => !files.includes(path))).toEqual([]);
});

function sourcesOf(room: string): string[] {
  return readdirSync(join(packageRoot(), room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(room, name));
}

it('no list of any length is spread into Math.max or Math.min (use greatestOf, leastOf)', () => {
  const spread = /Math\.(?:max|min)\((?:[^()]|\([^()]*\))*\.\.\./;
  const found = [...ROOMS, 'arch', 'rtl-model', 'checkers', 'coverage']
    .flatMap(sourcesOf)
    .filter((path) => !path.includes('report/page/client/'))
    .filter((path) => spread.test(readFileSync(join(packageRoot(), path), 'utf8')));
  expect(found).toEqual([]);
});
