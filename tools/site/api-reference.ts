import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Copies a tool package to an untracked folder and installs its locked dependencies there, unless that is
 * already done. Throws an error with npm's output if npm fails.
 */
export function installTools(source: string, target: string): void {
  const lock = 'package-lock.json';
  // npm writes this file last, so its presence means that the installation is complete.
  const isInstalled =
    existsSync(join(target, 'node_modules', '.package-lock.json')) &&
    readFileSync(join(target, lock), 'utf8') === readFileSync(join(source, lock), 'utf8');
  mkdirSync(target, { recursive: true });
  cpSync(source, target, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  if (!isInstalled) callTool('npm', ['ci', '--ignore-scripts', '--prefer-offline'], target);
}

/** Runs a command and returns its output. If the command fails, throws an error that contains the output. */
export function callTool(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** Folder with the generated Markdown, relative to the repository root. */
const API_FOLDER = 'dist/api';
/** Folder with TypeDoc and the older TypeScript version that it needs, separate from the project's packages. */
const BUILDER_FOLDER = 'dist/api-builder';

/**
 * Writes the API reference as Markdown, with one page per entry point of the package, and returns its folder.
 * Installs the generator if it is missing or outdated. If npm or the generator fails, throws an error with its
 * output.
 */
export function writeApiReference(root: string): string {
  const builder = join(root, BUILDER_FOLDER);
  installTools(join(root, 'tools', 'site', 'api-builder'), builder);
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
