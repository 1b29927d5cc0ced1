import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder outside the clone in which test files share one installed package. */
    readonly installedFolder: string;
  }
}

/** Before any test: an empty folder for the installed package; the first test that needs it installs it. */
export default function makeFolder({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pops-tb installed '));
  provide('installedFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
