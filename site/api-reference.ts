import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTool, installTools } from './installed-tools.js';

/** Folder of the built Markdown under the root of the repository. */
export const API = 'dist/api';
/** TypeDoc with an earlier TypeScript, installed apart from the project's own packages. */
const BUILDER = 'dist/api-builder';

/**
 * Writes the API reference as Markdown, a page for each entry point of the package, and returns its folder. Installs the generator
 * where it is missing or another one. Throws where npm or the generator fails, with what it said.
 */
export function writeApiReference(root: string): string {
  const builder = join(root, BUILDER);
  installTools(join(root, 'site', 'api-builder'), builder);
  const types = entryTypes(root).flatMap((file) => ['--entryPoints', join(root, file)]);
  const typedoc = join(builder, 'node_modules', 'typedoc', 'bin', 'typedoc');
  callTool(process.execPath, [typedoc, ...types, '--out', join(root, API)], builder);
  const modules = readdirSync(join(root, API))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => name.replace(/\.md$/, ''));
  writeFileSync(join(root, API, 'modules.json'), JSON.stringify({ modules }));
  return API;
}

/** Declarations of the entry points, as `package.json` exports them. */
function entryTypes(root: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  return Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target.types]));
}
