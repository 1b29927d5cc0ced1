import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { InputOptions } from 'rolldown';
import { PAGE_SCRIPTS, ROOT } from './places.js';

/** Modules with side effects on loading. */
const WITH_SIDE_EFFECTS = ['base/basics/thread-start.js'];

/** The root, as the bundler sees it. */
export const SOURCE = realpathSync(ROOT);

/** The sources are read directly: bundles need no compiled room, and their types are not checked. */
export const SOURCES: InputOptions = {
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  tsconfig: join(ROOT, 'tsconfig.base.json'),
};

/** The rooms' modules only define things: unused ones are dropped, unless they are entries, page scripts or in `WITH_SIDE_EFFECTS`. */
export function onlyUsed(starts: readonly string[]): { readonly moduleSideEffects: (id: string) => boolean } {
  const withSideEffects = new Set([...starts, ...WITH_SIDE_EFFECTS].map(sourceOf));
  const scripts = join(SOURCE, PAGE_SCRIPTS);
  const isProjectSource = (id: string): boolean => id.startsWith(SOURCE) && !id.includes('node_modules');
  const hasSideEffects = (id: string): boolean =>
    !isProjectSource(id) || withSideEffects.has(id) || id.startsWith(scripts);
  return { moduleSideEffects: (id) => !id.startsWith('node:') && hasSideEffects(id) };
}

/** A built module's source, by the bundler's path. */
export function sourceOf(module: string): string {
  return realpathSync(join(ROOT, module.replace(/\.js$/, '.ts')));
}
