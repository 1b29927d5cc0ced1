import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs before all tests and updates the bundles that tests run commands from. They are out of date if only
 * the compiler has run since the last build.
 */
export default function makeBundles(): void {
  const make = fileURLToPath(new URL('../../bundle/make.mjs', import.meta.url));
  execFileSync(process.execPath, [make], { stdio: 'inherit' });
}
