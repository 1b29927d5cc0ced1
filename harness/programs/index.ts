export { checkRecordChip, readChipName } from './chip-names.js';
export { openCorpus, parseCorpus } from './corpus-files.js';
export type { Expectation } from './expectations.js';
export {
  completeExternalProgram,
  type ExternalCode,
  readObjectCode,
  type StateWithSource,
} from './external-programs.js';
export { readState, STATE_SUFFIX, type StateDocument, sampleCount, triangle } from './state-files.js';
export { isProgramText, readTextCode } from './text-code.js';
export { readDirectives } from './text-directives.js';
export { type ProgramWord, readProgramWord } from './text-formats/umr-listing.js';
