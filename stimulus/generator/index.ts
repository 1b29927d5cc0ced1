import { allFeatures, programDescriptors } from './arbitraries.js';
import { assembleDescriptor, emitProgram } from './emit.js';
import { illegalReason } from './legality.js';
import { listSimplerDescriptors, MINIMAL_UPDATE } from './repair.js';
import { toScenario, withDescriptor } from './scenario.js';

export type { ProgramFeatures } from './arbitraries.js';
export type { ProgramTarget } from './emission.js';
export type { ProgramCode } from './emit.js';
export type { GeneratedDraw } from './scenario.js';
export { createGeneratedSequence, type GeneratedSequence } from './sequence.js';

/**
 * Generates complete pixel shaders from plain data: arbitraries for descriptors, the assembly and machine code
 * generated from them, and scenarios that run them.
 */
export const programs = {
  /** Draws legal descriptors for a generation, optionally with some features disabled. */
  arbitrary: programDescriptors,
  allFeatures,
  /** Returns why a descriptor is illegal, or undefined if it is legal. */
  illegalReason,
  text: emitProgram,
  assemble: assembleDescriptor,
  toScenario,
  /** Lists simpler legal replacements for a descriptor, starting with the largest simplification. */
  simpler: listSimplerDescriptors,
  /** Regenerates one of a scenario's programs from a different descriptor. */
  withDescriptor,
  /** The only access in the simplest possible section. */
  plainUpdate: MINIMAL_UPDATE,
} as const;
