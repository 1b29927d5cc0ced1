export type {
  Corpus,
  CorpusRecord,
  CorpusVariant,
  DescriptorRecord,
  GivenResource,
  ProgramState,
  WordSpan,
} from './corpus.js';
export { withAttachments } from './driver/attachments.js';
export { EXPORT_FORMAT, type ExportFormat, type ShaderIntent } from './driver/draw-intent.js';
export { packRegisters } from './driver/draw-registers.js';
export { listSceneObjects } from './driver/memory.js';
export { MAX_SCRATCH_BYTES } from './driver/scratch.js';
export { CONSTANTS_ADDRESS, toFloatBits } from './driver/words.js';
export * from './generator/index.js';
export * from './given/index.js';
export { OriginFinder } from './given/value-origins.js';
export * from './golden/index.js';
export { pickFrom, type SeededParameters, StreamGenerator, seededBy } from './kit/chance.js';
export {
  type MemoryContents,
  type MemoryPlace,
  type PixelLayout,
  pixelBuffer,
  plainBuffer,
  type ScenarioMemory,
} from './kit/draws.js';
export { findImpossibleKnobs, pickKnobValues, withFixedKnobs } from './knobs.js';
export { LAWFUL_SEQUENCES } from './lawful.js';
export { LITMUS_SEQUENCES } from './litmus/sequence.js';
export { getCellName, type MatrixCell } from './matrix/cell.js';
export * from './matrix/sequence.js';
export * from './scenarios.js';
export * from './scene-file.js';
export { type Area, PRIMITIVE_KINDS, type PrimitiveKind, type Triangle } from './scenes/geometry.js';
export { SCENE_SHAPES } from './scenes/shapes.js';
export { illegalReason as illegalSectionReason } from './sections/legality.js';
export {
  type Claim,
  canHaveFault,
  type GenerateRequest,
  getSeedChips,
  type Sequence,
  type SequenceRequest,
  type Suite,
  type SuiteTest,
} from './sequence.js';
export { NIGHTLY_SEQUENCES, SEQUENCES, type SequenceName } from './sequences/index.js';
export * from './suite-file/index.js';
export { LITMUS_SUITE, MATRIX_SUITE, NIGHTLY_SUITE, SUITES } from './suites.js';
