import {
  type DecodedProgram,
  type Instruction,
  type MemoryOperation,
  printInstruction,
} from '../../arch/index.js';
import { reachable } from '../programs/flow.js';
import { isSharedAccess } from '../programs/places.js';
import { definitions, objectOf } from './objects.js';

/** Vector operations whose result differs between lanes although their vector sources do not. */
const BY_LANE = /mbcnt|cndmask|addc|subb|_ci_|interp|permlane|writelane|dpp/;

/** Second operand of a vector access where it is a register, or a list of them: the address. */
const ADDRESS = /^\S+ [^,[]+(?:\[[^\]]*\])?, (v\d+|v\[\d+:\d+\]|\[[^\]]*\])/;

/** Whether an access carries bits of coherence, or a scope. */
export function asksForCoherence({ glc, dlc, scope = 0 }: MemoryOperation): boolean {
  return glc || dlc || scope > 0;
}

/**
 * Whether all lanes of a wave access one word there: a word of several pixels, which no interlock orders. Addresses in registers are
 * followed to what every lane computes alike.
 */
export function isOneWord(program: DecodedProgram, access: Instruction): boolean {
  const { memory } = access;
  if (memory === undefined || !['buffer', 'image'].includes(memory.space)) return false;
  return addressVectors(program, access).every((register) =>
    isUniform(program, access.index, register, new Set()),
  );
}

/**
 * Whether on every way there the wave has read the same address by a load that asks for coherence: what a plain one finds then is no
 * older (S-104).
 */
export function isReadBefore(program: DecodedProgram, access: Instruction): boolean {
  const object = objectOf(program, access);
  const vectors = addressVectors(program, access);
  if (object === undefined || access.memory?.access !== 'load') return false;
  const origins = (each: Instruction, register: number): string =>
    `${definitions(program, each.index, register, 'vectors')}`;
  const places = addressVectors(program, access).map((register) => origins(access, register));
  const before = program.instructions.filter(
    (each) =>
      each.index !== access.index &&
      isSharedAccess(each) &&
      each.memory?.access === 'load' &&
      asksForCoherence(each.memory) &&
      objectOf(program, each) === object &&
      addressVectors(program, each).join() === vectors.join() &&
      vectors.every((register, i) => origins(each, register) === places[i]),
  );
  return isAfterSome(program, access, before);
}

/** Whether each way from the start of a program to an instruction passes one of some others. */
function isAfterSome(program: DecodedProgram, last: Instruction, some: readonly Instruction[]): boolean {
  const passed = new Set(some.map(({ index }) => index));
  return !reachable(program, [0], ({ index }) => passed.has(index)).has(last.index);
}

/** Vector registers that hold the address of an access. */
function addressVectors({ set, wave }: DecodedProgram, access: Instruction): readonly number[] {
  const operand = ADDRESS.exec(printInstruction(access, set, wave))?.[1] ?? '';
  const [first, last] = [...operand.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  if (!operand.startsWith('v[')) return [...operand.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i);
}

/** Whether a vector register holds the same in all lanes that are on before an instruction; a loop's own value adds nothing. */
function isUniform(program: DecodedProgram, at: number, register: number, seen: Set<string>): boolean {
  return definitions(program, at, register, 'vectors').every((index) => {
    if (index === undefined) return false;
    const key = `${index} ${register}`;
    if (seen.has(key)) return true;
    seen.add(key);
    const { kind, mnemonic, uses } = program.instructions[index];
    if (kind !== 'alu' || BY_LANE.test(mnemonic)) return false;
    // A write of half a register leaves the other half, which another write fills.
    const read = mnemonic === 'v_mov_b32' ? uses.vectors.filter((each) => each !== register) : uses.vectors;
    return read.every((source) => isUniform(program, index, source, seen));
  });
}
