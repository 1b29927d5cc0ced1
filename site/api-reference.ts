import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Folder of the built Markdown under the root of the repository. */
export const API = 'dist/api';
/** TypeDoc with an earlier TypeScript, installed apart from the project's own packages. */
const BUILDER = 'dist/api-builder';

/**
 * Writes the API reference as Markdown, a page for each entry point of the package, and returns its folder. Installs the generator
 * where it is missing or another one. Throws where npm or the generator fails, with what it said.
 */
export function writeApiReference(root: string): string {
  const builder = installedBuilder(root);
  const types = entryTypes(root).flatMap((file) => ['--entryPoints', join(root, file)]);
  const typedoc = join(builder, 'node_modules', 'typedoc', 'bin', 'typedoc');
  call(process.execPath, [typedoc, ...types, '--out', join(root, API)], builder);
  const modules = readdirSync(join(root, API))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => name.replace(/\.md$/, ''));
  writeFileSync(join(root, API, 'modules.json'), JSON.stringify({ modules }));
  return API;
}

/** The folder of the generator, installed as its lock says. */
function installedBuilder(root: string): string {
  const source = join(root, 'site', 'api-builder');
  const builder = join(root, BUILDER);
  const lock = join(builder, 'package-lock.json');
  const isInstalled =
    existsSync(join(builder, 'node_modules', 'typedoc')) &&
    readFileSync(lock, 'utf8') === readFileSync(join(source, 'package-lock.json'), 'utf8');
  mkdirSync(builder, { recursive: true });
  cpSync(source, builder, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  if (!isInstalled) call('npm', ['ci', '--ignore-scripts'], builder);
  return builder;
}

/** Declarations of the entry points, as `package.json` exports them. */
function entryTypes(root: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  return Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target.types]));
}

function call(command: string, words: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed:\n${stdout}${stderr}`);
}
