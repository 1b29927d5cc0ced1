import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder outside the clone in which test files share one installed package. */
    readonly installedFolder: string;
  }
}

/**
 * Runs before all tests and makes an empty folder for the package. The first test that needs the package
 * installs it there.
 */
export default function makeFolder({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pops-tb installed '));
  provide('installedFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
