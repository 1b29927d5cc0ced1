import { getConstant, OP, type SpirvInstruction, type SpirvModule } from './spirv-module.js';

/** Storage classes of variables (SPIR-V specification, section 3.7). */
export const STORAGE = {
  uniformConstant: 0,
  input: 1,
  uniform: 2,
  output: 3,
  pushConstant: 9,
  storageBuffer: 12,
  physicalBuffer: 5349,
} as const;

/** Decorations of resources and inputs (section 3.20). */
export const DECORATION = {
  specId: 1,
  bufferBlock: 3,
  rowMajor: 4,
  arrayStride: 6,
  matrixStride: 7,
  builtIn: 11,
  noPerspective: 13,
  flat: 14,
  sample: 17,
  volatile: 21,
  coherent: 23,
  nonWritable: 24,
  location: 30,
  component: 31,
  index: 32,
  binding: 33,
  descriptorSet: 34,
  offset: 35,
} as const;

/** The scalar types in a shader interface. */
export type ScalarKind = 'float' | 'int' | 'uint';

/** Returns the type that a pointer type points to. */
export function getPointee(module: SpirvModule, pointerType: number): SpirvInstruction {
  return module.byId.get(module.byId.get(pointerType)!.operands[2]!)!;
}

/** Returns the element type of a descriptor array and the number of descriptors: 1 for a single one, 0 if unbounded. */
export function getElement(
  { byId }: SpirvModule,
  type: SpirvInstruction,
): { readonly type: SpirvInstruction; readonly count: number } {
  if (type.op === OP.typeArray)
    return { type: byId.get(type.operands[1]!)!, count: getConstant(byId, type.operands[2]!) ?? 1 };
  if (type.op === OP.typeRuntimeArray) return { type: byId.get(type.operands[1]!)!, count: 0 };
  return { type, count: 1 };
}

/** Returns the number of components of a scalar, vector or matrix, with their kind and width. */
export function getComponents(
  { byId }: SpirvModule,
  type: SpirvInstruction,
): { readonly kind: ScalarKind; readonly bits: number; readonly count: number } {
  if (type.op === OP.typeVector || type.op === OP.typeMatrix) {
    const { kind, bits, count } = getComponents({ byId } as SpirvModule, byId.get(type.operands[1]!)!);
    return { kind, bits, count: count * type.operands[2]! };
  }
  const [, bits = 32, isSigned = 0] = type.operands;
  if (type.op === OP.typeFloat) return { kind: 'float', bits, count: 1 };
  return { kind: isSigned === 1 ? 'int' : 'uint', bits: type.op === OP.typeInt ? bits : 32, count: 1 };
}

/** Returns the size of a type in bytes, as laid out by its decorations. Unbounded arrays count as empty. */
export function getSizeInBytes(module: SpirvModule, type: SpirvInstruction): number {
  const { byId, decorations } = module;
  const [id = 0, element = 0, length = 0] = type.operands;
  if (type.op === OP.typeArray) {
    const stride =
      decorations.get(`${id} ${DECORATION.arrayStride}`)?.[0] ?? getSizeInBytes(module, byId.get(element)!);
    return stride * (getConstant(byId, length) ?? 1);
  }
  if (type.op === OP.typeRuntimeArray) return 0;
  if (type.op === OP.typePointer) return 8;
  if (type.op === OP.typeStruct) {
    const ends = type.operands
      .slice(1)
      .map((member, i) => getMemberOffset(module, id, i) + getMemberSize(module, id, i, byId.get(member)!));
    return ends.reduce((max, end) => Math.max(max, end), 0);
  }
  const { bits, count } = getComponents(module, type);
  return (bits / 8) * count;
}

/**
 * Returns the size of a struct member in bytes. The stride of a matrix member, per column or row, is one of the
 * struct's decorations.
 */
function getMemberSize(module: SpirvModule, struct: number, member: number, type: SpirvInstruction): number {
  const [stride] = getMemberDecoration(module, struct, member, DECORATION.matrixStride) ?? [];
  if (type.op !== OP.typeMatrix || stride === undefined) return getSizeInBytes(module, type);
  const [, column, columns] = type.operands as [number, number, number];
  const isRowMajor = getMemberDecoration(module, struct, member, DECORATION.rowMajor) !== undefined;
  return stride * (isRowMajor ? getComponents(module, module.byId.get(column)!).count : columns);
}

/** Returns the byte offset of a struct member. */
function getMemberOffset(module: SpirvModule, struct: number, member: number): number {
  return getMemberDecoration(module, struct, member, DECORATION.offset)?.[0] ?? 0;
}

/** Returns the operands of a struct member's decoration, or undefined if it has none of that kind. */
function getMemberDecoration(
  { decorations }: SpirvModule,
  struct: number,
  member: number,
  kind: number,
): readonly number[] | undefined {
  return decorations.get(`${struct}.${member} ${kind}`);
}

/** One dword of a push constant or uniform block. */
export interface BlockWord {
  /** Byte offset in the block. */
  readonly byte: number;
  /** The member's name. */
  readonly name: string;
  readonly kind: ScalarKind | 'address';
  /** The word's index in the member, from 0. */
  readonly index: number;
}

/** Maximum number of words to examine per block. */
const MAX_WORDS = 1024;

/** Returns the words of a push constant or uniform block, member by member. */
export function listBlockWords(module: SpirvModule, block: SpirvInstruction): readonly BlockWord[] {
  const { byId, memberNames } = module;
  const [id = 0, ...members] = block.operands;
  return members
    .flatMap((member, i) => {
      const type = byId.get(member)!;
      const { kind, bits } = getComponents(module, getElement(module, type).type);
      const isAddress = type.op === OP.typePointer || bits === 64;
      const words = Math.min(MAX_WORDS, Math.ceil(getMemberSize(module, id, i, type) / 4));
      return Array.from({ length: words }, (_, index) => ({
        byte: getMemberOffset(module, id, i) + 4 * index,
        name: memberNames.get(`${id}.${i}`) ?? '',
        kind: isAddress ? ('address' as const) : kind,
        index,
      }));
    })
    .slice(0, MAX_WORDS);
}
