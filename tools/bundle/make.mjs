// Makes the bundles. The bundling script is written in TypeScript, so it is bundled first, which lets a fresh clone run
// without the compiler.
import './collect-rules.mjs';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

mkdirSync(join(ROOT, 'dist'), { recursive: true });
// A folder at the same depth in `dist` as the compiled code. Its name is unique, since other processes may be bundling.
const folder = mkdtempSync(join(ROOT, 'dist', 'maker-'));
try {
  const file = join(folder, 'make-bundles.js');
  const bundle = await rolldown({
    input: join(ROOT, 'tools', 'bundle', 'make-bundles.ts'),
    platform: 'node',
    external: 'rolldown',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  await bundle.write({ file, format: 'esm' });
  await import(pathToFileURL(file).href);
} finally {
  rmSync(folder, { recursive: true });
}
