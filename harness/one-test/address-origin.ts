import type { DecodedProgram, Instruction, RegisterUse } from '../../arch/index.js';
import { SCALAR } from '../../arch/index.js';

/** The registers and loads that an address is computed from. */
export interface AddressOrigin {
  /** The registers that the access itself uses as its base. */
  readonly base: RegisterUse;
  /** The loads whose results contribute to the address, nearest first. */
  readonly loads: readonly Instruction[];
  /** The initial wave registers involved: scalars and vectors not written before the access. */
  readonly initial: RegisterUse;
}

/** The number of vector registers in an address that has no scalar base. */
const VECTORS_PER_ADDRESS = 2;

/**
 * Traces a memory instruction's address back to the wave's initial registers by walking back through the code and
 * following each instruction that writes a needed register. Past a load, continues with the load's own base.
 *
 * Example: for `s_load_dwordx4 s[8:11], s[2:3], 0xc0` and `buffer_load_dword v1, v0, s[8:11], 0 offen`, the base is s8
 * to s11, the load is the first instruction, and the initial registers are s2 and s3.
 */
export function traceAddress({ instructions }: DecodedProgram, access: Instruction): AddressOrigin {
  const base = findBase(access);
  const loads: Instruction[] = [];
  const scalars = new Set(base.scalars);
  const vectors = new Set(base.vectors);
  for (let index = access.index - 1; index >= 0; index--) {
    const instruction = instructions[index]!;
    if (!removeAll(scalars, instruction.defines.scalars) && !removeAll(vectors, instruction.defines.vectors))
      continue;
    removeAll(vectors, instruction.defines.vectors);
    if (instruction.memory !== undefined) loads.push(instruction);
    const needed = instruction.memory === undefined ? instruction.uses : findBase(instruction);
    for (const register of needed.scalars) if (register < SCALAR.VCC_LO) scalars.add(register);
    for (const register of needed.vectors) vectors.add(register);
  }
  return { base, loads, initial: { scalars: sortRegisters(scalars), vectors: sortRegisters(vectors) } };
}

/**
 * Returns the registers that determine what an access targets: the longest run of scalars (a descriptor or pointer) or,
 * failing that, the first vectors.
 */
function findBase({ uses }: Instruction): RegisterUse {
  const scalars = findLongestRun(sortRegisters(uses.scalars).filter((register) => register < SCALAR.VCC_LO));
  return scalars.length > 1
    ? { scalars, vectors: [] }
    : { scalars: [], vectors: uses.vectors.slice(0, VECTORS_PER_ADDRESS) };
}

function findLongestRun(registers: readonly number[]): number[] {
  let longest: number[] = [];
  let run: number[] = [];
  for (const register of registers) {
    run = run.at(-1) === register - 1 ? [...run, register] : [register];
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

/** Removes registers from a set. Returns whether any of them was present. */
function removeAll(registers: Set<number>, defined: readonly number[]): boolean {
  let found = false;
  for (const register of defined) if (registers.delete(register)) found = true;
  return found;
}

function sortRegisters(registers: Iterable<number>): number[] {
  return [...registers].sort((a, b) => a - b);
}
