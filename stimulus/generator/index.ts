import { allFeatures, programDescriptors, programDrafts } from './arbitraries.js';
import { assembleDescriptor, programText } from './emit.js';
import { illegalReason } from './legality.js';
import { plainScene } from './plain-scene.js';
import { PLAIN_UPDATE } from './repair.js';
import { toScenario } from './scenario.js';
import { simplerDescriptors } from './simpler.js';
import { withDescriptor } from './with-descriptor.js';

export type { ProgramDraft, ProgramFeatures } from './arbitraries.js';
export type { ProgramTarget } from './emission.js';
export type { ProgramCode } from './emit.js';
export type { GeneratedDraw, GeneratedScene } from './scenario.js';
export { type GeneratedSequence, generatedSequence } from './sequence.js';

/** Whole pixel shaders from plain data: arbitraries of descriptors, their text and words, and scenarios that run them. */
export const programs = {
  /** Legal descriptors of a generation, possibly with some features disabled. */
  arbitrary: programDescriptors,
  allFeatures,
  /** A drawn descriptor before it is made legal. */
  drafts: programDrafts,
  /** Why no program can be generated from a descriptor; undefined if one can. */
  illegalReason,
  text: programText,
  assemble: assembleDescriptor,
  toScenario,
  /** Simpler legal replacements for a descriptor, boldest first. */
  simpler: simplerDescriptors,
  /** A scenario with one of its programs generated from another descriptor. */
  withDescriptor,
  /** A scenario's primitives under a correct program and registers. */
  plainScene,
  /** The minimal section. */
  plainUpdate: PLAIN_UPDATE,
} as const;
