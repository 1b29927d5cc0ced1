import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's own folder, from the built files as well as from the sources. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** The package's own version. */
export function packageVersion(): string {
  return ownPackage().version;
}

/** Versions of an optional package that this one works with, as npm writes them. */
export function peerVersions(name: string): string {
  return ownPackage().peerDependencies[name]!;
}

interface PackageDocument {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

function ownPackage(): PackageDocument {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as PackageDocument;
}
