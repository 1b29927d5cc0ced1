import type { DecodedProgram, Instruction, RegisterUse } from '../../arch/index.js';
import { printInstruction } from '../../arch/index.js';
import { findSuccessors } from '../programs/flow.js';
import { isSharedAccess } from '../programs/places.js';

/** The number of SGPRs in the shortest descriptor, that of a buffer. */
const DESCRIPTOR_SCALARS = 4;

/**
 * Returns whether an access is a load from an object that the program never writes. Objects are distinguished by
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
 * Returns the offset of an access's descriptor in its descriptor set, or undefined if the access has no descriptor or
 * paths load it from different locations. Equal offsets in different sets are conservatively treated as one object.
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

/** Returns the indices of the definitions of a register that reach `position`; undefined means its initial value. */
export function findDefinitions(
  program: DecodedProgram,
  position: number,
  register: number,
  file: keyof RegisterUse,
): (number | undefined)[] {
  const definitions: (number | undefined)[] = [];
  const visited = new Set<number>([position]);
  for (const index of visited) {
    if (index === 0) definitions.push(undefined);
    for (const predecessor of findPredecessors(program)[index]) {
      if (program.instructions[predecessor].defines[file].includes(register)) definitions.push(predecessor);
      else visited.add(predecessor);
    }
  }
  return [...new Set(definitions)];
}

const predecessorsByProgram = new WeakMap<DecodedProgram, readonly (readonly number[])[]>();

function findPredecessors(program: DecodedProgram): readonly (readonly number[])[] {
  const cached = predecessorsByProgram.get(program);
  if (cached !== undefined) return cached;
  const predecessors: number[][] = program.instructions.map(() => []);
  for (const instruction of program.instructions) {
    for (const next of findSuccessors(instruction, program)) predecessors[next].push(instruction.index);
  }
  predecessorsByProgram.set(program, predecessors);
  return predecessors;
}

/**
 * Returned for the constants that follow the code: their descriptor is computed rather than loaded, so it has no offset
 * in a descriptor set.
 */
const CONSTANTS = -1;

function traceObject(program: DecodedProgram, definition: Instruction, register: number): number | undefined {
  if (definition.mnemonic !== 's_add_u32') return getLoadOffset(program, definition, register);
  const isConstant = findDefinitions(program, definition.index, register, 'scalars').every(
    (index) => index !== undefined && program.instructions[index].mnemonic === 's_getpc_b64',
  );
  return isConstant ? CONSTANTS : undefined;
}

/** Returns the byte offset that a scalar load reads `register` from, if that offset is constant. */
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
