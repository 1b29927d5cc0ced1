import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { collectNotices, NOTICES_FILE } from '../../../tools/bundle/notices.js';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pops-tb-notices-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates a package in `node_modules` and returns the path of one of its modules. */
function installPackage(name: string, files: Readonly<Record<string, string>>): string {
  const packageFolder = join(folder, 'node_modules', name);
  mkdirSync(packageFolder, { recursive: true });
  writeFileSync(join(packageFolder, 'package.json'), JSON.stringify({ name, version: '1.2.3' }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(packageFolder, file), text);
  return join(packageFolder, 'lib', 'index.js');
}

it("lists the licence of each package once, and skips the project's own modules", () => {
  const scoped = installPackage('@scope/one', { LICENSE: 'Permission is hereby granted.' });
  const unscoped = installPackage('two', { 'licence.txt': 'Redistribution is permitted.\n' });
  expect(
    collectNotices([unscoped, scoped, scoped.replace('index', 'other'), join(folder, 'cli', 'main.ts')]),
  ).toBe(
    'The bundles in this folder contain code from these packages.\n' +
      '\n@scope/one 1.2.3\n\nPermission is hereby granted.\n' +
      '\ntwo 1.2.3\n\nRedistribution is permitted.\n',
  );
});

it('rejects a package without a licence file', () => {
  const bare = installPackage('bare', { 'README.md': 'bare' });
  expect(() => collectNotices([bare])).toThrow('bare 1.2.3 has no licence file: it cannot be bundled.');
});

it('covers every bundled package', () => {
  const notices = readFileSync(join(findPackageRoot(), 'dist', 'bundled', NOTICES_FILE), 'utf8');
  for (const name of ['@msgpack/msgpack', 'commander', 'yaml', 'zod'])
    expect(notices).toMatch(new RegExp(`^${name} [\\d.]+$`, 'm'));
});
