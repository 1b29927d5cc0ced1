import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Plugin, rolldown } from 'rolldown';
import { CHIP_NAMES } from '../../../arch/index.js';
import { findPackageRoot } from '../../../harness/basics/index.js';
import { readViewerScript } from '../../../harness/terminal/index.js';
import { LITMUS_SEQUENCES, SEQUENCES } from '../../../stimulus/index.js';
import { FAULTS } from '../../../transactions/index.js';
import { getBundleSource, getTreeShakeOptions, SOURCE_OPTIONS } from '../../bundle/sources.js';
import { makePlayPage } from './play-page.js';

/** The replacement for each Node module that a page cannot load. */
const REPLACED_NODE_MODULES: Readonly<Record<string, string>> = {
  'node:assert': 'node-assert',
  'node:assert/strict': 'node-assert',
  'node:crypto': 'node-crypto',
  'node:fs': 'node-files',
  'node:module': 'node-files',
  'node:path': 'node-files',
  'node:url': 'node-files',
  'node:worker_threads': 'node-files',
  'node:zlib': 'node-zlib',
};

/**
 * Project modules that evaluate code from strings or look up the program's files. This folder has a
 * replacement of the same name for each.
 */
const REPLACED_MODULES: readonly string[] = ['pasteable-command', 'make-function'];

/** Rolldown plugin that substitutes the replacements. */
const SUBSTITUTION_PLUGIN: Plugin = {
  name: 'page-modules',
  resolveId: {
    order: 'pre',
    handler(source) {
      const replacement =
        REPLACED_NODE_MODULES[source] ?? REPLACED_MODULES.find((name) => source.endsWith(`/${name}.js`));
      if (replacement !== undefined) return getBundleSource(`tools/site/play/${replacement}.js`);
      return source.startsWith('node:') ? { id: source, external: true, moduleSideEffects: false } : null;
    },
  },
};

/** Builds the playground as one self-contained file. Throws if it would still use a Node module. */
export async function buildPlayground(): Promise<string> {
  const [worker, client] = await Promise.all(
    ['worker', 'main'].map((name) => bundleScript(`tools/site/play/client/${name}.js`)),
  );
  const corpus = compress(JSON.stringify(readCorpus(join(findPackageRoot(), 'data', 'corpus'))));
  return makePlayPage({
    client: client!,
    worker: compress(worker!),
    viewer: readViewerScript(),
    corpus,
    tests: [...SEQUENCES, ...LITMUS_SEQUENCES].map(({ name }) => name).sort(),
    chips: CHIP_NAMES,
    faults: FAULTS.map(({ id, title }) => ({ id, title })),
  });
}

function compress(text: string): string {
  return gzipSync(text, { level: 9 }).toString('base64');
}

function readCorpus(folder: string): object {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const files = readdirSync(folder).filter((name) => /-w\d\d\.json$/.test(name));
  const records = Object.fromEntries(files.map((file) => [file.replace('.json', ''), read(file)]));
  return { records, descriptors: read('descriptors.json') };
}

async function bundleScript(module: string): Promise<string> {
  const bundle = await rolldown({
    ...SOURCE_OPTIONS,
    input: getBundleSource(module),
    platform: 'browser',
    // Code that uses an export missing from a replacement never runs in a page.
    shimMissingExports: true,
    plugins: [SUBSTITUTION_PLUGIN],
    // A page's code has no file.
    transform: {
      define: { 'import.meta.url': '"file:///"', 'process.env': '({})', 'process.platform': '"page"' },
    },
    treeshake: getTreeShakeOptions([module]),
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false });
  const [{ code, imports }] = output;
  if (imports.length > 0)
    throw new Error(`the playground imports ${imports.join(', ')}, which are not available in a page`);
  return code;
}
