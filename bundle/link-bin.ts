import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Makes a package's file its command `pops-tb`: npm links the binaries of dependencies, not the package's own, so `npx pops-tb` would
 * fail in a clone.
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
  // Two builds may run at once: the last one wins, and there is always a link.
  const temporaryLink = `${link}.${process.pid}`;
  rmSync(temporaryLink, { force: true });
  symlinkSync(target, temporaryLink);
  renameSync(temporaryLink, link);
}
