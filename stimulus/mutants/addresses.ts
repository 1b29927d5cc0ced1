import {
  type DecodedProgram,
  type Instruction,
  type MemoryOperation,
  printInstruction,
} from '../../arch/index.js';
import { findReachable } from '../programs/flow.js';
import { isSharedAccess } from '../programs/places.js';
import { findDefinitions, findObject } from './objects.js';

/** Vector operations whose result varies between lanes even if their vector sources do not. */
const LANE_DEPENDENT = /mbcnt|cndmask|addc|subb|_ci_|interp|permlane|writelane|dpp/;

/** Captures the address of a vector access: its second operand, if that is a register or a list of registers. */
const ADDRESS = /^\S+ [^,[]+(?:\[[^\]]*\])?, (v\d+|v\[\d+:\d+\]|\[[^\]]*\])/;

/** Returns whether an access has coherence bits or a non-zero scope. */
export function hasCoherenceBits({ glc, dlc, scope = 0 }: MemoryOperation): boolean {
  return glc || dlc || scope > 0;
}

/**
 * Returns whether all lanes of a wave access one word. If so, several pixels share it, and no interlock orders their
 * accesses. Traces address registers back to values that are the same in every lane.
 */
export function accessesSingleWord(program: DecodedProgram, access: Instruction): boolean {
  const { memory } = access;
  if (memory === undefined || !['buffer', 'image'].includes(memory.space)) return false;
  return findAddressVectors(program, access).every((register) =>
    isUniform(program, access.index, register, new Set()),
  );
}

/**
 * Returns whether every path to an access has already read the address with a coherent load, so a plain load
 * cannot return stale data (S-104).
 */
export function isAlreadyRead(program: DecodedProgram, access: Instruction): boolean {
  const object = findObject(program, access);
  const vectors = findAddressVectors(program, access);
  if (object === undefined || access.memory?.access !== 'load') return false;
  const getOrigins = (other: Instruction, register: number): string =>
    `${findDefinitions(program, other.index, register, 'vectors')}`;
  const accessOrigins = findAddressVectors(program, access).map((register) => getOrigins(access, register));
  const earlierLoads = program.instructions.filter(
    (other) =>
      other.index !== access.index &&
      isSharedAccess(other) &&
      other.memory?.access === 'load' &&
      hasCoherenceBits(other.memory) &&
      findObject(program, other) === object &&
      findAddressVectors(program, other).join() === vectors.join() &&
      vectors.every((register, i) => getOrigins(other, register) === accessOrigins[i]),
  );
  return isAlwaysPreceded(program, access, earlierLoads);
}

/** Returns whether every path from the program's start to `last` passes through one of the `earlier` instructions. */
function isAlwaysPreceded(
  program: DecodedProgram,
  last: Instruction,
  earlier: readonly Instruction[],
): boolean {
  const barriers = new Set(earlier.map(({ index }) => index));
  return !findReachable(program, [0], ({ index }) => barriers.has(index)).has(last.index);
}

/** Returns the VGPRs that hold an access's address. */
function findAddressVectors({ set, wave }: DecodedProgram, access: Instruction): readonly number[] {
  const operand = ADDRESS.exec(printInstruction(access, set, wave))?.[1] ?? '';
  const [first, last] = [...operand.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  if (!operand.startsWith('v[')) return [...operand.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i);
}

/**
 * Returns whether a VGPR has the same value in all active lanes before an instruction. Ignores values carried from
 * one loop iteration to the next.
 */
function isUniform(program: DecodedProgram, position: number, register: number, seen: Set<string>): boolean {
  return findDefinitions(program, position, register, 'vectors').every((index) => {
    if (index === undefined) return false;
    const key = `${index} ${register}`;
    if (seen.has(key)) return true;
    seen.add(key);
    const { kind, mnemonic, uses } = program.instructions[index];
    if (kind !== 'alu' || LANE_DEPENDENT.test(mnemonic)) return false;
    // A write to half a register keeps the other half, which another write filled.
    const read = mnemonic === 'v_mov_b32' ? uses.vectors.filter((other) => other !== register) : uses.vectors;
    return read.every((source) => isUniform(program, index, source, seen));
  });
}
