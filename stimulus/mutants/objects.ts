import type { DecodedProgram, Instruction, RegisterUse } from '../../arch/index.js';
import { printInstruction } from '../../arch/index.js';
import { findSuccessors } from '../programs/flow.js';
import { isSharedAccess } from '../programs/places.js';

/** The number of SGPRs in the shortest descriptor, that of a buffer. */
const DESCRIPTOR_SCALARS = 4;

/**
 * Returns whether an access is a load from an object that nothing in the program writes. Objects are distinguished by
 * descriptor.
 */
export function loadsReadOnlyObject(program: DecodedProgram, access: Instruction): boolean {
  const object = findObject(program, access);
  if (object === undefined || access.memory?.access !== 'load') return false;
  return program.instructions.every((other) => {
    if (!isSharedAccess(other) || other.memory?.access === 'load') return true;
    const written = findObject(program, other);
    return written !== undefined && written !== object;
  });
}

/**
 * Returns the offset of an access's descriptor in its set. Returns undefined if the access has none, or if not all
 * paths load it from the same location. Equal offsets in two sets count as one object, which is conservative.
 */
export function findObject(program: DecodedProgram, access: Instruction): number | undefined {
  const register = findDescriptor(access);
  if (register === undefined) return undefined;
  const offsets = findDefinitions(program, access.index, register, 'scalars').map((index) =>
    index === undefined ? undefined : traceObject(program, program.instructions[index], register),
  );
  return offsets.every((offset) => offset === offsets[0]) ? offsets[0] : undefined;
}

function findDescriptor({ uses: { scalars } }: Instruction): number | undefined {
  return scalars.find((register) =>
    Array.from({ length: DESCRIPTOR_SCALARS }, (_, i) => register + i).every((scalar) =>
      scalars.includes(scalar),
    ),
  );
}

/**
 * Returns the indices of a register's reaching definitions at `position`. Undefined represents the start of the wave.
 */
export function findDefinitions(
  program: DecodedProgram,
  position: number,
  register: number,
  file: keyof RegisterUse,
): (number | undefined)[] {
  const found: (number | undefined)[] = [];
  const visited = new Set<number>([position]);
  for (const index of visited) {
    if (index === 0) found.push(undefined);
    for (const predecessor of findPredecessors(program)[index]) {
      if (program.instructions[predecessor].defines[file].includes(register)) found.push(predecessor);
      else visited.add(predecessor);
    }
  }
  return [...new Set(found)];
}

const predecessorsByProgram = new WeakMap<DecodedProgram, readonly (readonly number[])[]>();

function findPredecessors(program: DecodedProgram): readonly (readonly number[])[] {
  const cached = predecessorsByProgram.get(program);
  if (cached !== undefined) return cached;
  const lists: number[][] = program.instructions.map(() => []);
  for (const instruction of program.instructions) {
    for (const next of findSuccessors(instruction, program)) lists[next].push(instruction.index);
  }
  predecessorsByProgram.set(program, lists);
  return lists;
}

/** Represents the constants after the code, whose descriptor is computed instead of loaded. */
const CONSTANTS = -1;

function traceObject(program: DecodedProgram, definition: Instruction, register: number): number | undefined {
  if (definition.mnemonic !== 's_add_u32') return getLoadOffset(program, definition, register);
  const isConstant = findDefinitions(program, definition.index, register, 'scalars').every(
    (index) => index !== undefined && program.instructions[index].mnemonic === 's_getpc_b64',
  );
  return isConstant ? CONSTANTS : undefined;
}

/** Returns the byte offset from which a scalar load with a constant offset loads a register. */
function getLoadOffset(
  { set, wave }: DecodedProgram,
  load: Instruction,
  register: number,
): number | undefined {
  if (load.memory?.space !== 'scalar') return undefined;
  const offset = /, (0x[0-9a-f]+|\d+|null)$/.exec(printInstruction(load, set, wave))?.[1];
  if (offset === undefined) return undefined;
  const first = load.defines.scalars[0];
  return (offset === 'null' ? 0 : Number(offset)) + 4 * (register - first);
}
