export * from './chips.js';
export * from './isa/instruction.js';
export * from './wave-state.js';
