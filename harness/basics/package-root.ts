import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the package's root folder, whether running from built files or from sources.
 *
 * @throws Error if no parent folder has a package.json.
 */
export function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('Expected a package.json in a parent folder');
    folder = parent;
  }
  return folder;
}

/** Returns the version of the package. */
export function getPackageVersion(): string {
  return readPackageDocument().version;
}

/** The fields of the package's package.json that the program reads. */
export interface PackageDocument {
  readonly version: string;
  readonly engines: { readonly node: string };
  /** The supported versions of optional packages. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** Reads the package's package.json. */
export function readPackageDocument(): PackageDocument {
  return JSON.parse(readFileSync(join(findPackageRoot(), 'package.json'), 'utf8')) as PackageDocument;
}
