import { InfrastructureError } from './infrastructure-error.js';
import { formatOneLine } from './one-line.js';
import { readPackageDocument } from './package-root.js';

/** Packages that only some commands need. Users of those commands install them separately. */
export type OptionalPackage = 'bullmq' | 'ioredis';

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
