import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite } from './build-site.js';
import { buildPlayground } from './play/make-play.js';
import { writeWorkedExamples } from './worked-examples.js';

/** The entry point of `npm run docs`, which builds the site in `docs/site/`. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const out = join(root, 'docs', 'site');
rmSync(out, { recursive: true, force: true });
writeWorkedExamples(join(out, 'docs', 'journeys', 'worked'), join(root, 'dist', 'cli', 'main.js'));
mkdirSync(join(out, 'play'));
writeFileSync(join(out, 'play', 'index.html'), await buildPlayground());
const { pages, broken } = buildSite({ root, out });
for (const link of broken) console.error(`broken link: ${link}`);
console.log(`${pages.length} pages in ${join(out, 'index.html')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
