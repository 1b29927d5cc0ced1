import { importsOf, sourceOf } from '../patched-modules.js';

/** The model's folder below the compiled rooms. */
const MODEL = 'rtl-model/';

/**
 * Tables of faults, numbers that only name choices, checks of the units for statements about structure, and observers
 * for a search: none of these affects the behaviour of the device.
 */
const NO_PART = /((^|[/-])faults|(^|\/)(choice-points|structure))$|^fingerprint\//;

/** Modules that have mutants, by their paths below the model's folder without endings: what the device is made of, as the imports from its index on tell. */
export function mutableFiles(): readonly string[] {
  const reached = new Set([modelModule('index')]);
  for (const module of reached)
    for (const name of importsOf(module)) if (name.startsWith(MODEL)) reached.add(name);
  return [...reached]
    .map((module) => module.slice(MODEL.length, -'.js'.length))
    .filter((file) => !NO_PART.test(file))
    .sort();
}

/** A module of the model below the compiled rooms. */
export function modelModule(file: string): string {
  return `${MODEL}${file}.js`;
}

/** The compiled text of a module. */
export function readModule(file: string): string {
  return sourceOf(modelModule(file));
}

/** The unit that a module belongs to: its folder, or `device` for what wires the units. */
export function unitOfFile(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : 'device';
}
