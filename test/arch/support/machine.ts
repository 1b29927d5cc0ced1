import type { WaveSize } from '../../../arch/chips.js';
import {
  assembleProgram,
  countScalars,
  type DecodedProgram,
  decodeProgram,
  type Gfx,
  type InstructionSet,
  loadConstants,
  type MemoryOperation,
  makeMemoryRequest,
  makeWaveState,
  SCALAR,
  type WaveState,
} from '../../../arch/index.js';

/** The driver's MODE (RSRC1 FLOAT_MODE 0xc0): round to nearest even and flush 32-bit denormals. */
export const DRIVER_MODE = 0xc0;
/** A MODE that preserves all denormals. */
export const KEEP_DENORMALS = 0xf0;

/** Decoded programs by instruction set, wave size and source, because tests run the same source with many values. */
const decodedPrograms = new Map<string, DecodedProgram>();

/** Assembles and decodes a program. */
export function decodeSource(
  source: string,
  set: InstructionSet = 'gfx10.3',
  wave: WaveSize = 32,
): DecodedProgram {
  const key = `${set} ${wave} ${source}`;
  const cached = decodedPrograms.get(key);
  if (cached !== undefined) return cached;
  const decoded = decodeProgram(assembleProgram(source, set), set, wave);
  decodedPrograms.set(key, decoded);
  return decoded;
}

/** Creates a wave for a program, with all lanes active, denormals preserved and `vgprs` vector registers. */
export function makeWave(decoded: DecodedProgram, vgprs = 256): WaveState {
  const state = makeWaveState(decoded.wave, vgprs, countScalars(decoded));
  state.s[SCALAR.EXEC_LO] = -1;
  if (decoded.wave === 64) state.s[SCALAR.EXEC_HI] = -1;
  state.hw[1] = KEEP_DENORMALS;
  loadConstants(decoded, state);
  return state;
}

function moveLanes(operation: MemoryOperation, state: WaveState): void {
  const request = makeMemoryRequest();
  operation.prepare(state, request);
  operation.deliver(state, request);
}

/** Runs instructions in sequence. They must not include memory accesses, branches or waits. */
export function execute(
  source: string,
  prepare: (state: WaveState) => void,
  set: InstructionSet = 'gfx10.3',
  wave: WaveSize = 32,
  vgprs?: number,
): WaveState {
  const decoded = decodeSource(source, set, wave);
  const state = makeWave(decoded, vgprs);
  prepare(state);
  for (const instruction of decoded.instructions) {
    if (instruction.kind === 'illegal') throw new Error(instruction.reason);
    if (instruction.memory?.isLaneExchange === true) moveLanes(instruction.memory, state);
    else instruction.execute(state);
  }
  return state;
}

/** Sets a vector register to `value(lane)` in each lane. */
export function setVector(state: WaveState, register: number, value: (lane: number) => number): void {
  for (let lane = 0; lane < state.lanes; lane++) state.v[register * state.lanes + lane] = value(lane);
}

/** Sets a vector register to the float `value(lane)` in each lane. */
export function setFloats(state: WaveState, register: number, value: (lane: number) => number): void {
  for (let lane = 0; lane < state.lanes; lane++) state.vf[register * state.lanes + lane] = value(lane);
}

/** Returns the values of a vector register in all lanes. */
export function getVector(state: WaveState, register: number): number[] {
  return [...state.v.subarray(register * state.lanes, (register + 1) * state.lanes)];
}

/** Returns the values of a vector register in all lanes, as floats. */
export function getFloats(state: WaveState, register: number): number[] {
  return [...state.vf.subarray(register * state.lanes, (register + 1) * state.lanes)];
}

/** Formats a word as eight hexadecimal digits. */
export const formatHex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

/** Runs a program with the given words in v0, v1, … of every lane. */
export function executeWords(
  source: string,
  words: readonly number[],
  gfx: Gfx = 'gfx10.3',
  mode = KEEP_DENORMALS,
): WaveState {
  const prepare = (state: WaveState): void => {
    state.hw[1] = mode;
    for (const [register, word] of words.entries()) setVector(state, register, () => word);
  };
  return execute(source, prepare, gfx, gfx === 'gfx9' ? 64 : 32);
}
