import { importsOf, sourceOf } from '../patched-modules.js';

/** The model's folder below the compiled rooms. */
const MODEL = 'rtl-model/';

/**
 * Fault tables, numbers that only name choices, structural checks of units, and observers for a search: none affects
 * the device's behaviour.
 */
const NO_PART = /((^|[/-])faults|(^|\/)(choice-points|structure))$|^fingerprint\//;

/** Modules with mutants, by their paths below the model's folder without extensions: the device's parts, according to the imports from its index on. */
export function mutableFiles(): readonly string[] {
  const reached = new Set([modelModule('index')]);
  for (const module of reached)
    for (const name of importsOf(module)) if (name.startsWith(MODEL)) reached.add(name);
  return [...reached]
    .map((module) => module.slice(MODEL.length, -'.js'.length))
    .filter((file) => !NO_PART.test(file))
    .sort();
}

/** A model module below the compiled rooms. */
export function modelModule(file: string): string {
  return `${MODEL}${file}.js`;
}

/** The compiled text of a module. */
export function readModule(file: string): string {
  return sourceOf(modelModule(file));
}

/** A module's unit: its folder, or `device` for the wiring. */
export function unitOfFile(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : 'device';
}
