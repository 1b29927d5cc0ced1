import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPackageRoot } from '../../../harness/basics/index.js';

/** The model's folder within the build folder. */
const MODEL = 'rtl-model/';

/**
 * Matches fault tables, choice point numbers and observers used by searches. None of them affect how the device
 * behaves.
 */
const NOT_DEVICE = /((^|[/-])faults|(^|\/)choice-points)$|^fingerprint\//;

/**
 * Returns the modules to mutate, as paths in the model's folder without extensions. They are the modules of
 * the device, found by following imports from the index.
 */
export function listMutableFiles(): readonly string[] {
  const modules = new Set([getModelModule('index')]);
  for (const module of modules)
    for (const name of findImports(module)) if (name.startsWith(MODEL)) modules.add(name);
  return [...modules]
    .map((module) => module.slice(MODEL.length, -'.js'.length))
    .filter((file) => !NOT_DEVICE.test(file))
    .sort();
}

/** Returns the path of a model module in the build folder. */
export function getModelModule(file: string): string {
  return `${MODEL}${file}.js`;
}

/** Reads the compiled source of a model module. */
export function readModule(file: string): string {
  return readCompiled(getModelModule(file));
}

/** Returns the unit that a module belongs to: its folder, or `device` for the wiring. */
export function getUnit(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : 'device';
}

/** The build folder, which contains the compiled modules. */
export const BUILD_DIR = join(findPackageRoot(), 'dist');

/** Matches import paths in the compiler's output. */
const IMPORT = /(^(?:import|export)\b[^'";]*|\bimport\()'([^']+)'/gm;

const importsByModule = new Map<string, readonly string[]>();

/** Returns what a compiled module imports: modules by path in the build folder, packages by name. */
export function findImports(module: string): readonly string[] {
  const cached = importsByModule.get(module);
  if (cached !== undefined) return cached;
  const names = Array.from(readCompiled(module).matchAll(IMPORT), ([, , name]) =>
    resolveImport(module, name!),
  );
  importsByModule.set(module, names);
  return names;
}

/** Reads the source of a compiled module. */
export function readCompiled(module: string): string {
  return readFileSync(join(BUILD_DIR, module), 'utf8');
}

function resolveImport(module: string, name: string): string {
  return name.startsWith('.') ? posix.join(posix.dirname(module), name) : name;
}

/** Imports a compiled module by its path in the build folder. */
export type ModuleLoader = (module: string) => Promise<unknown>;

/**
 * Loads compiled modules, some with modified source. Only changed modules and those that import one, directly or
 * indirectly, are loaded again. All others are shared with the project, including V8's compiled code for them.
 */
export class PatchedModules {
  private loaders = 0;

  /**
   * @param folder an empty folder for the changed modules; the caller removes it.
   * @param replacements the URLs of modules that replace packages, by package name.
   */
  constructor(
    private readonly folder: string,
    private readonly replacements: Readonly<Record<string, string>> = {},
  ) {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    symlinkSync(join(findPackageRoot(), 'node_modules'), join(folder, 'node_modules'));
  }

  /** Returns a loader that uses the given sources, keyed by path in the build folder. */
  with(changed: ReadonlyMap<string, string>): ModuleLoader {
    const root = join(this.folder, `${this.loaders++}`);
    const urls = new Map<string, string>();
    const reloadFlags = new Map<string, boolean>();
    const mustReload = (module: string): boolean => {
      const cached = reloadFlags.get(module);
      if (cached !== undefined) return cached;
      reloadFlags.set(module, false);
      const isReloaded =
        changed.has(module) ||
        findImports(module).some((name) => name in this.replacements || (isModule(name) && mustReload(name)));
      reloadFlags.set(module, isReloaded);
      return isReloaded;
    };
    const getUrl = (module: string): string => {
      const cached = urls.get(module);
      if (cached !== undefined) return cached;
      const originalUrl = pathToFileURL(join(BUILD_DIR, module)).href;
      const path = join(root, module);
      const url = mustReload(module) ? pathToFileURL(path).href : originalUrl;
      urls.set(module, url);
      if (url === originalUrl) return url;
      const text = (changed.get(module) ?? readCompiled(module))
        .replace(IMPORT, (_, before, name) => {
          const target = resolveImport(module, name);
          return `${before}'${isModule(target) ? getUrl(target) : (this.replacements[target] ?? target)}'`;
        })
        // Copies must resolve files relative to their originals.
        .replaceAll('import.meta.url', `'${originalUrl}'`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return url;
    };
    return (module) => import(getUrl(module));
  }
}

const isCompiledByName = new Map<string, boolean>();

/**
 * Whether an import refers to a compiled module, as opposed to a package or a string that merely looks like
 * an import.
 */
export function isModule(name: string): boolean {
  const isCompiled =
    isCompiledByName.get(name) ?? (name.endsWith('.js') && existsSync(join(BUILD_DIR, name)));
  isCompiledByName.set(name, isCompiled);
  return isCompiled;
}
