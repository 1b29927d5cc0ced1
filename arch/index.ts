export * from './chips.js';
export * from './executor/run-wave.js';
export * from './isa/instruction.js';
export { printInstruction } from './isa/print/index.js';
export { decodeProgram } from './isa/program.js';
export { UnsupportedOperation } from './isa/unsupported-operation.js';
export * from './registers.js';
export * from './wave-state.js';
