import type { DecodedProgram, Instruction, RegisterUse } from '../../arch/index.js';
import { SCALAR } from '../../arch/index.js';

/** The initial wave registers that an address is computed from, and the loads along the way, nearest first. */
export interface AddressOrigin {
  /** The registers that the access itself uses as its base. */
  readonly base: RegisterUse;
  /** The loads whose results contribute to the address. */
  readonly loads: readonly Instruction[];
  /** The initial registers involved: scalars and vectors not written before the access. */
  readonly start: RegisterUse;
}

/** The number of vector registers in an address without a scalar base. */
const ADDRESS_VECTORS = 2;

/**
 * Traces a memory instruction's address back to the wave's initial registers. Walks back through the code,
 * following each instruction that writes a register it needs. After a load, it continues with the load's base.
 *
 * Example: for `s_load_dwordx4 s[8:11], s[2:3], 0xc0` and `buffer_load_dword v1, v0, s[8:11], 0 offen`, the base is s8 to s11,
 * the load is the first instruction, and the start is s2 and s3.
 */
export function addressOrigin({ instructions }: DecodedProgram, access: Instruction): AddressOrigin {
  const base = baseOf(access);
  const loads: Instruction[] = [];
  const scalars = new Set(base.scalars);
  const vectors = new Set(base.vectors);
  for (let index = access.index - 1; index >= 0; index--) {
    const instruction = instructions[index]!;
    if (!removeAll(scalars, instruction.defines.scalars) && !removeAll(vectors, instruction.defines.vectors))
      continue;
    removeAll(vectors, instruction.defines.vectors);
    if (instruction.memory !== undefined) loads.push(instruction);
    const needed = instruction.memory === undefined ? instruction.uses : baseOf(instruction);
    for (const register of needed.scalars) if (register < SCALAR.VCC_LO) scalars.add(register);
    for (const register of needed.vectors) vectors.add(register);
  }
  return { base, loads, start: { scalars: sorted(scalars), vectors: sorted(vectors) } };
}

/**
 * The registers that determine an access's target: the longest run of scalars (a descriptor or pointer), or else its first
 * vectors.
 */
function baseOf({ uses }: Instruction): RegisterUse {
  const scalars = longestRun(sorted(uses.scalars).filter((register) => register < SCALAR.VCC_LO));
  return scalars.length > 1
    ? { scalars, vectors: [] }
    : { scalars: [], vectors: uses.vectors.slice(0, ADDRESS_VECTORS) };
}

function longestRun(registers: readonly number[]): number[] {
  let longest: number[] = [];
  let run: number[] = [];
  for (const register of registers) {
    run = run.at(-1) === register - 1 ? [...run, register] : [register];
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

/** Removes registers from a set. True if any was present. */
function removeAll(registers: Set<number>, defined: readonly number[]): boolean {
  let found = false;
  for (const register of defined) if (registers.delete(register)) found = true;
  return found;
}

function sorted(registers: Iterable<number>): number[] {
  return [...registers].sort((a, b) => a - b);
}
