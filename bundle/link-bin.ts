import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Links `main` as the `pops-tb` command of the package in `root`. npm only links the binaries of dependencies, so
 * `npx pops-tb` would otherwise fail in a clone.
 */
export function linkBin(root: string, main: string): void {
  chmodSync(main, 0o755);
  const folder = join(root, 'node_modules', '.bin');
  if (!existsSync(join(root, 'node_modules'))) return;
  mkdirSync(folder, { recursive: true });
  const link = join(folder, 'pops-tb');
  const target = relative(folder, main);
  if (process.platform === 'win32') {
    writeFileSync(`${link}.cmd`, `@node "%~dp0\\${target}" %*\r\n`);
    return;
  }
  // Two builds may run at once. The last one wins, and the link exists at all times.
  const temporaryLink = `${link}.${process.pid}`;
  rmSync(temporaryLink, { force: true });
  symlinkSync(target, temporaryLink);
  renameSync(temporaryLink, link);
}
