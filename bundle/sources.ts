import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { InputOptions } from 'rolldown';
import { PAGE_SCRIPTS, ROOT } from './places.js';

/** Modules that have side effects when they are loaded. */
const WITH_SIDE_EFFECTS = ['base/basics/thread-start.js'];

/** The root folder, with symbolic links resolved as in the bundler's paths. */
export const SOURCE = realpathSync(ROOT);

/**
 * Options that make the bundler read the sources directly. Bundles therefore need no compiled code, and types
 * are not checked.
 */
export const SOURCES: InputOptions = {
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  tsconfig: join(ROOT, 'tsconfig.base.json'),
};

/**
 * Lets the bundler drop unused project modules, which have no side effects. Entries, page scripts and the
 * modules in `WITH_SIDE_EFFECTS` are kept.
 */
export function onlyUsed(starts: readonly string[]): { readonly moduleSideEffects: (id: string) => boolean } {
  const withSideEffects = new Set([...starts, ...WITH_SIDE_EFFECTS].map(sourceOf));
  const scripts = join(SOURCE, PAGE_SCRIPTS);
  const isProjectSource = (id: string): boolean => id.startsWith(SOURCE) && !id.includes('node_modules');
  const hasSideEffects = (id: string): boolean =>
    !isProjectSource(id) || withSideEffects.has(id) || id.startsWith(scripts);
  return { moduleSideEffects: (id) => !id.startsWith('node:') && hasSideEffects(id) };
}

/** The source file of a built module, with symbolic links resolved as in the bundler's paths. */
export function sourceOf(module: string): string {
  return realpathSync(join(ROOT, module.replace(/\.js$/, '.ts')));
}
