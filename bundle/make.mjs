// The build step that makes the bundles. Their maker is TypeScript like what it bundles, so it is bundled first: a fresh clone runs
// without the compiler.
import './collect-rules.mjs';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

mkdirSync(join(ROOT, 'dist'), { recursive: true });
// As deep below `dist` as the compiled rooms; unique to this process, as others may be making bundles.
const folder = mkdtempSync(join(ROOT, 'dist', 'maker-'));
try {
  const file = join(folder, 'make-bundles.js');
  const bundle = await rolldown({
    input: join(ROOT, 'bundle', 'make-bundles.ts'),
    platform: 'node',
    external: 'rolldown',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  await bundle.write({ file, format: 'esm' });
  await import(pathToFileURL(file).href);
} finally {
  rmSync(folder, { recursive: true });
}
