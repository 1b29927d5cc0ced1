import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlayground } from './play/make-play.js';
import { writeWorkedExamples } from './worked-examples.js';

/** Builds the playground and the animated runs in a folder, by default `docs/site/` (`npm run docs`). */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const out = process.argv[2] ?? join(root, 'docs', 'site');
rmSync(out, { recursive: true, force: true });
writeWorkedExamples(join(out, 'worked'), join(root, 'dist', 'cli', 'main.js'));
mkdirSync(join(out, 'play'));
writeFileSync(join(out, 'play', 'index.html'), await buildPlayground());
console.log(`the playground is ${join(out, 'play', 'index.html')}, the runs are in ${join(out, 'worked')}`);
