import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder outside the clone that holds the installed package shared by all test files. */
    readonly installedFolder: string;
  }
}

/**
 * Global setup: creates an empty folder; the first test that needs the package installs it there. Returns the
 * teardown.
 */
export default function makeFolder({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pops-tb installed '));
  provide('installedFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
