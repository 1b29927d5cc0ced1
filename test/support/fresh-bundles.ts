import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Global setup: updates the bundles that tests run commands from, which are stale if only the compiler has run since
 * the last build.
 */
export default function makeBundles(): void {
  const script = fileURLToPath(new URL('../../tools/bundle/make.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
