export * from './chips.js';
export { findMax, findMin, groupBy, lookup, present } from './collections.js';
export * from './colour/blend.js';
export * from './colour/colour-format.js';
export * from './colour/export-format.js';
export * from './counters.js';
export * from './data-shares.js';
export * from './descriptors.js';
export * from './executor/run-wave.js';
export * from './export-targets.js';
export * from './generation-facts.js';
export * from './generation-groups.js';
export { describeHazardPath, showHazards } from './hazards/effects.js';
export { type EarlyInstruction, findBadOperands, findHazards, findRemaining } from './hazards/flow.js';
export { getHazardGenerations, HAZARDS } from './hazards/index.js';
export { OPERAND_ROWS } from './hazards/operand-rows.js';
export type { HazardSteps } from './hazards/pending.js';
export { getFix, type HazardRow, type OperandRow } from './hazards/row.js';
export {
  getGeneration,
  getInstructionSet,
  INSTRUCTION_SETS,
  type InstructionSet,
} from './instruction-set.js';
export { type Allocation, getAllocation, limitToAllocation } from './isa/allocation.js';
export { type Form, listForms, type PrintedInstruction, printRunnable } from './isa/forms.js';
export { allocateImageAddresses } from './isa/image-addresses.js';
export * from './isa/instruction.js';
export * from './isa/mask-operation.js';
export { getMnemonic, hasMnemonic, translateName } from './isa/mnemonics.js';
export { type AssembledLine, assembleLines, assembleListing, assembleProgram } from './isa/parse/assemble.js';
export { parseInstruction } from './isa/parse/index.js';
export { ParseError } from './isa/parse/tokens.js';
export { disassembleWords, printInstruction } from './isa/print/index.js';
export { DEALLOC_VGPRS, ORDERED_PS_DONE } from './isa/print/message.js';
export { decodeProgram, getSetpcTarget, getSuccessors } from './isa/program.js';
export { decodeCached } from './isa/program-cache.js';
export { countAtomicValues, type MemoryRow } from './isa/rows/memory-row.js';
export { getName } from './isa/rows/row-base.js';
export { MIN_BYPASS_SCOPE, SCOPES } from './isa/scope.js';
export { getStraightRuns, memoisePerProgram, type StraightRuns } from './isa/straight-runs.js';
export { type AluRow, listAluRows, listMemoryRows } from './isa/table.js';
export { encodeTexel } from './isa/texels/channel.js';
export { isInteger, parseTexelFormat } from './isa/texels/format.js';
export { getWaitFields, WAITS, type Wait, type WaitName } from './isa/waits.js';
export { makeFunction } from './make-function.js';
export { memoise, memoiseTexts } from './memoise.js';
export { getListedName, getRegisterAddress, listRegisterNames } from './register-addresses.js';
export * from './registers.js';
export { RunMemory, SEPARATE_MEMORY, type WordSource } from './run-memory.js';
export * from './sample-positions.js';
export * from './since-generation.js';
export * from './wave-resources.js';
export * from './wave-state.js';
