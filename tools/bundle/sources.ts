import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { InputOptions } from 'rolldown';
import { PAGE_SCRIPTS, ROOT } from '../../harness/built/paths.js';

/** Modules that have side effects when loaded. */
const SIDE_EFFECT_MODULES = ['harness/basics/thread-start.js'];

/** The root folder, with symbolic links resolved as the bundler resolves them. */
export const SOURCE_ROOT = realpathSync(ROOT);

/** Options that make the bundler read the sources directly, so it needs no compiled code. Types are not checked. */
export const SOURCE_OPTIONS: InputOptions = {
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  tsconfig: join(ROOT, 'tsconfig.base.json'),
};

/**
 * Lets the bundler drop unused project modules. Entry points, page scripts and the modules in `SIDE_EFFECT_MODULES` are
 * always kept; no other project module has side effects.
 */
export function getTreeShakeOptions(entryPoints: readonly string[]): {
  readonly moduleSideEffects: (id: string) => boolean;
} {
  const keptModules = new Set([...entryPoints, ...SIDE_EFFECT_MODULES].map(getBundleSource));
  const scriptFolder = join(SOURCE_ROOT, PAGE_SCRIPTS);
  const isProjectSource = (id: string): boolean => id.startsWith(SOURCE_ROOT) && !id.includes('node_modules');
  const hasSideEffects = (id: string): boolean =>
    !isProjectSource(id) || keptModules.has(id) || id.startsWith(scriptFolder);
  return { moduleSideEffects: (id) => !id.startsWith('node:') && hasSideEffects(id) };
}

/** Returns the source file of a built module, with symbolic links resolved as the bundler resolves them. */
export function getBundleSource(module: string): string {
  return realpathSync(join(ROOT, module.replace(/\.js$/, '.ts')));
}
