import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type InputOptions, type Plugin, rolldown } from 'rolldown';
import { CHIP_NAMES } from '../../arch/index.js';
import { viewerScript } from '../../base/terminal/index.js';
import { LITMUS_SEQUENCES, SEQUENCES } from '../../stimulus/index.js';
import { FAULTS } from '../../transactions/index.js';
import { playPage } from './play-page.js';

/** Modules of Node and of the project with what stands for them in a page. */
const REPLACED: Readonly<Record<string, string>> = {
  'node:assert': 'node-assert.ts',
  'node:assert/strict': 'node-assert.ts',
  'node:crypto': 'node-crypto.ts',
  'node:fs': 'node-files.ts',
  'node:module': 'node-files.ts',
  'node:path': 'node-files.ts',
  'node:url': 'node-files.ts',
  'node:worker_threads': 'node-files.ts',
  'node:zlib': 'node-zlib.ts',
};

/** Modules of the project that have one of the same name here: they evaluate text, or look for the program's files. */
const OWN: readonly string[] = ['line-to-paste', 'make-function'];

/** The playground: one file that needs nothing else. Throws where something of Node is left in it. */
export async function makePlay(root: string): Promise<string> {
  const source = realpathSync(root);
  const [worker, client] = await Promise.all(
    ['client/worker.ts', 'client/main.ts'].map((name) =>
      scriptOf(source, join(source, 'site', 'play', name)),
    ),
  );
  const corpus = packed(JSON.stringify(corpusIn(join(root, 'data', 'corpus'))));
  return playPage({
    client: client!,
    worker: packed(worker!),
    viewer: viewerScript(),
    corpus,
    tests: [...SEQUENCES, ...LITMUS_SEQUENCES].map(({ name }) => name).sort(),
    chips: CHIP_NAMES,
    faults: FAULTS.map(({ id, title }) => ({ id, title })),
  });
}

function packed(text: string): string {
  return gzipSync(text, { level: 9 }).toString('base64');
}

function corpusIn(folder: string): object {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const files = readdirSync(folder).filter((name) => /-w\d\d\.json$/.test(name));
  const records = Object.fromEntries(files.map((file) => [file.replace('.json', ''), read(file)]));
  return { records, descriptors: read('descriptors.json') };
}

async function scriptOf(root: string, module: string): Promise<string> {
  const isOwn = (id: string): boolean => id.startsWith(root) && !id.includes('node_modules');
  const input: InputOptions = {
    input: module,
    platform: 'browser',
    // What a stand-in lacks is asked for by what no page runs.
    shimMissingExports: true,
    plugins: [replacing(root)],
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    tsconfig: join(root, 'tsconfig.base.json'),
    // A page has no file of its own code.
    transform: {
      define: { 'import.meta.url': '"file:///"', 'process.env': '({})', 'process.platform': '"page"' },
    },
    treeshake: { moduleSideEffects: (id) => id === module || !(id.startsWith('node:') || isOwn(id)) },
    logLevel: 'silent',
  };
  const bundle = await rolldown(input);
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false });
  const [{ code, imports }] = output;
  if (imports.length > 0) throw new Error(`the playground imports ${imports.join(', ')}, which no page has`);
  return code;
}

function replacing(root: string): Plugin {
  return {
    name: 'page-modules',
    resolveId: {
      order: 'pre',
      handler(source) {
        const replaced = REPLACED[source];
        if (replaced !== undefined) return join(root, 'site', 'play', replaced);
        if (source.startsWith('node:')) return { id: source, external: true, moduleSideEffects: false };
        const own = OWN.find((name) => source.endsWith(`/${name}.js`));
        return own === undefined ? null : join(root, 'site', 'play', `${own}.ts`);
      },
    },
  };
}
