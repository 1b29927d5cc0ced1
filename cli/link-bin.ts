import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = ['dist', 'cli', 'main.js'];

/**
 * Last step of the build: npm links the binaries of dependencies, not the package's own, so a clone would have no
 * `npx pops-tb`.
 */
function linkBin(root: string): void {
  chmodSync(join(root, ...MAIN), 0o755);
  const folder = join(root, 'node_modules', '.bin');
  if (!existsSync(join(root, 'node_modules'))) return;
  mkdirSync(folder, { recursive: true });
  const link = join(folder, 'pops-tb');
  if (process.platform === 'win32') {
    writeFileSync(`${link}.cmd`, `@node "%~dp0\\..\\..\\${MAIN.join('\\')}" %*\r\n`);
    return;
  }
  rmSync(link, { force: true });
  symlinkSync(join('..', '..', ...MAIN), link);
}

linkBin(fileURLToPath(new URL('../../', import.meta.url)));
