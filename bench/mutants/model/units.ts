import { findImports, readCompiled } from '../patched-modules.js';

/** The model's folder within the build folder. */
const MODEL = 'rtl-model/';

/**
 * Matches fault tables, choice point numbers, structural checks, and observers used by searches. None of them
 * affect how the device behaves.
 */
const NOT_DEVICE = /((^|[/-])faults|(^|\/)(choice-points|structure))$|^fingerprint\//;

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
