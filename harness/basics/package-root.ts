import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatOneLine, InfrastructureError } from './errors.js';

/** Packages that only some commands need. Users of those commands install them separately. */
type OptionalPackage = 'bullmq' | 'ioredis';

/**
 * Loads an optional package by calling `load`, which imports it. Throws `InfrastructureError` with the install command
 * if the package is missing, or with the reason if it fails to load.
 *
 * @param feature the feature that needs the package, as the subject of a sentence, such as "The queue".
 */
export async function loadOptional<Module>(
  name: OptionalPackage,
  feature: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND')
      throw new InfrastructureError(
        `${feature} needs ${name}, which does not load on this machine: ${formatOneLine(error)}`,
      );
    throw new InfrastructureError(
      `${feature} needs ${name}; install it: npm install ${name}@"${readPackageDocument().peerDependencies[name]}"`,
    );
  }
}

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
interface PackageDocument {
  readonly version: string;
  readonly engines: { readonly node: string };
  /** The supported versions of optional packages. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** Reads the package's package.json. */
export function readPackageDocument(): PackageDocument {
  return JSON.parse(readFileSync(join(findPackageRoot(), 'package.json'), 'utf8')) as PackageDocument;
}
