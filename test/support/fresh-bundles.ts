import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Before any test: commands in tests run from bundles, even if only the compiler has run since the last build. */
export default function makeBundles(): void {
  const make = fileURLToPath(new URL('../../bundle/make.mjs', import.meta.url));
  execFileSync(process.execPath, [make], { stdio: 'inherit' });
}
