import {
  type DecodedProgram,
  type Instruction,
  type MemoryOperation,
  printInstruction,
} from '../../arch/index.js';
import { reachable } from '../programs/flow.js';
import { isSharedAccess } from '../programs/places.js';
import { definitions, objectOf } from './objects.js';

/** Vector operations whose result varies between lanes although their vector sources do not. */
const BY_LANE = /mbcnt|cndmask|addc|subb|_ci_|interp|permlane|writelane|dpp/;

/** Second operand of a vector access, if a register or list of registers: the address. */
const ADDRESS = /^\S+ [^,[]+(?:\[[^\]]*\])?, (v\d+|v\[\d+:\d+\]|\[[^\]]*\])/;

/** Whether an access has coherence bits, or a scope. */
export function hasCoherenceBits({ glc, dlc, scope = 0 }: MemoryOperation): boolean {
  return glc || dlc || scope > 0;
}

/**
 * Whether all lanes of a wave access one word, shared by several pixels, which no interlock orders. Addresses in registers are
 * traced back to values that every lane computes alike.
 */
export function isOneWord(program: DecodedProgram, access: Instruction): boolean {
  const { memory } = access;
  if (memory === undefined || !['buffer', 'image'].includes(memory.space)) return false;
  return addressVectors(program, access).every((register) =>
    isUniform(program, access.index, register, new Set()),
  );
}

/**
 * Whether the wave has read the address with a coherent load on every path to an access: a plain load then finds nothing older
 * (S-104).
 */
export function isReadBefore(program: DecodedProgram, access: Instruction): boolean {
  const object = objectOf(program, access);
  const vectors = addressVectors(program, access);
  if (object === undefined || access.memory?.access !== 'load') return false;
  const origins = (each: Instruction, register: number): string =>
    `${definitions(program, each.index, register, 'vectors')}`;
  const places = addressVectors(program, access).map((register) => origins(access, register));
  const earlierLoads = program.instructions.filter(
    (each) =>
      each.index !== access.index &&
      isSharedAccess(each) &&
      each.memory?.access === 'load' &&
      hasCoherenceBits(each.memory) &&
      objectOf(program, each) === object &&
      addressVectors(program, each).join() === vectors.join() &&
      vectors.every((register, i) => origins(each, register) === places[i]),
  );
  return isAfterSome(program, access, earlierLoads);
}

/** Whether each path from the program's start to `last` passes one of `earlier`. */
function isAfterSome(program: DecodedProgram, last: Instruction, earlier: readonly Instruction[]): boolean {
  const passed = new Set(earlier.map(({ index }) => index));
  return !reachable(program, [0], ({ index }) => passed.has(index)).has(last.index);
}

/** Vector registers holding an access's address. */
function addressVectors({ set, wave }: DecodedProgram, access: Instruction): readonly number[] {
  const operand = ADDRESS.exec(printInstruction(access, set, wave))?.[1] ?? '';
  const [first, last] = [...operand.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  if (!operand.startsWith('v[')) return [...operand.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i);
}

/** Whether a vector register is equal in all active lanes before an instruction; a loop's carried value is ignored. */
function isUniform(program: DecodedProgram, at: number, register: number, seen: Set<string>): boolean {
  return definitions(program, at, register, 'vectors').every((index) => {
    if (index === undefined) return false;
    const key = `${index} ${register}`;
    if (seen.has(key)) return true;
    seen.add(key);
    const { kind, mnemonic, uses } = program.instructions[index];
    if (kind !== 'alu' || BY_LANE.test(mnemonic)) return false;
    // A write of half a register preserves the other half, filled by another write.
    const read = mnemonic === 'v_mov_b32' ? uses.vectors.filter((each) => each !== register) : uses.vectors;
    return read.every((source) => isUniform(program, index, source, seen));
  });
}
