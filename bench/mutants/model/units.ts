import { importsOf, sourceOf } from '../patched-modules.js';

/** The folder of the model in the build folder. */
const MODEL = 'rtl-model/';

/**
 * Fault tables, choice point numbers, structural checks, and observers for searches. None of these affects
 * the device's behaviour.
 */
const NOT_DEVICE = /((^|[/-])faults|(^|\/)(choice-points|structure))$|^fingerprint\//;

/**
 * Returns the modules to mutate, as paths in the model's folder without extensions. These are the device's
 * modules, found by following imports from the index.
 */
export function mutableFiles(): readonly string[] {
  const reached = new Set([modelModule('index')]);
  for (const module of reached)
    for (const name of importsOf(module)) if (name.startsWith(MODEL)) reached.add(name);
  return [...reached]
    .map((module) => module.slice(MODEL.length, -'.js'.length))
    .filter((file) => !NOT_DEVICE.test(file))
    .sort();
}

/** The path of a model module in the build folder. */
export function modelModule(file: string): string {
  return `${MODEL}${file}.js`;
}

/** Reads the compiled source of a model module. */
export function readModule(file: string): string {
  return sourceOf(modelModule(file));
}

/** The unit that a module belongs to: its folder, or `device` for the wiring. */
export function unitOfFile(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : 'device';
}
