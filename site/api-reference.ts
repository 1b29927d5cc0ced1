import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTool, installTools } from './installed-tools.js';

/** Folder with the generated Markdown, relative to the repository root. */
export const API_FOLDER = 'dist/api';
/** Folder with TypeDoc and the older TypeScript version that it needs, separate from the project's packages. */
const BUILDER_FOLDER = 'dist/api-builder';

/**
 * Writes the API reference as Markdown, with one page per entry point of the package, and returns its folder.
 * Installs the generator if it is missing or outdated. If npm or the generator fails, throws an error with its
 * output.
 */
export function writeApiReference(root: string): string {
  const builder = join(root, BUILDER_FOLDER);
  installTools(join(root, 'site', 'api-builder'), builder);
  const types = listEntryTypes(root).flatMap((file) => ['--entryPoints', join(root, file)]);
  const typedoc = join(builder, 'node_modules', 'typedoc', 'bin', 'typedoc');
  callTool(process.execPath, [typedoc, ...types, '--out', join(root, API_FOLDER)], builder);
  const modules = readdirSync(join(root, API_FOLDER))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => name.replace(/\.md$/, ''));
  writeFileSync(join(root, API_FOLDER, 'modules.json'), JSON.stringify({ modules }));
  return API_FOLDER;
}

/** Lists the declaration files of the entry points that `package.json` exports. */
function listEntryTypes(root: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  return Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target.types]));
}
