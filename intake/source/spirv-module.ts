import { UsageError } from '../../transactions/index.js';

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

function getMemberOffset(module: SpirvModule, struct: number, member: number): number {
  return getMemberDecoration(module, struct, member, DECORATION.offset)?.[0] ?? 0;
}

function getMemberDecoration(
  { decorations }: SpirvModule,
  struct: number,
  member: number,
  kind: number,
): readonly number[] | undefined {
  return decorations.get(`${struct}.${member} ${kind}`);
}

/** A member of a block. */
export interface BlockMember {
  readonly name: string;
  /** Byte offset in the block. */
  readonly byte: number;
  /** The size in bytes; 0 if it is an unbounded array. */
  readonly bytes: number;
  readonly kind: ScalarKind | 'address';
  /** If it is an array of structures: the members of its first one, and the distance to the next. */
  readonly parts?: readonly BlockMember[];
  readonly stride?: number;
}

/** Returns the members of a block, in order. */
export function listBlockMembers(
  module: SpirvModule,
  block: SpirvInstruction,
  base = 0,
): readonly BlockMember[] {
  const { byId, memberNames, decorations } = module;
  const [id = 0, ...members] = block.operands;
  return members.map((member, i) => {
    const type = byId.get(member)!;
    const { type: element } = getElement(module, type);
    const { kind, bits } = getComponents(module, element);
    const isAddress = type.op === OP.typePointer || bits === 64;
    const byte = base + getMemberOffset(module, id, i);
    const stride = decorations.get(`${member} ${DECORATION.arrayStride}`)?.[0];
    return {
      name: memberNames.get(`${id}.${i}`) ?? '',
      byte,
      bytes: getMemberSize(module, id, i, type),
      kind: isAddress ? ('address' as const) : kind,
      ...(element.op === OP.typeStruct && stride !== undefined
        ? { parts: listBlockMembers(module, element, byte), stride }
        : {}),
    };
  });
}

/** A SPIR-V instruction: its opcode and operands, without the word that contains its length. */
export interface SpirvInstruction {
  readonly op: number;
  readonly operands: readonly number[];
  /** The source line, counted from 1, if the debug information contains it. */
  readonly line: number | undefined;
}

/** A parsed module: its instructions in order, and lookup tables. */
export interface SpirvModule {
  readonly instructions: readonly SpirvInstruction[];
  /** Instructions that define types, constants, variables and access chains, by result id. */
  readonly byId: ReadonlyMap<number, SpirvInstruction>;
  readonly names: ReadonlyMap<number, string>;
  /** Member names, by `structure.member`. */
  readonly memberNames: ReadonlyMap<string, string>;
  /** Decoration operands, by `id decoration` and by `structure.member decoration`. */
  readonly decorations: ReadonlyMap<string, readonly number[]>;
}

/** The opcodes that are handled (SPIR-V specification, section 3.49). */
export const OP = {
  name: 5,
  memberName: 6,
  string: 7,
  line: 8,
  extInstImport: 11,
  extInst: 12,
  entryPoint: 15,
  executionMode: 16,
  typeInt: 21,
  typeFloat: 22,
  typeVector: 23,
  typeMatrix: 24,
  typeImage: 25,
  typeSampler: 26,
  typeSampledImage: 27,
  typeArray: 28,
  typeRuntimeArray: 29,
  typeStruct: 30,
  typePointer: 32,
  constant: 43,
  specConstant: 50,
  variable: 59,
  imageTexelPointer: 60,
  load: 61,
  store: 62,
  accessChain: 65,
  inBoundsAccessChain: 66,
  ptrAccessChain: 67,
  decorate: 71,
  memberDecorate: 72,
  copyObject: 83,
  sampledImage: 86,
  image: 100,
  imageSampleFirst: 87,
  imageRead: 98,
  imageWrite: 99,
  atomicFirst: 227,
  atomicStore: 228,
  atomicLast: 242,
  function: 54,
  functionParameter: 55,
  functionEnd: 56,
  functionCall: 57,
  noLine: 317,
  beginInterlock: 5364,
  endInterlock: 5365,
} as const;

const MAGIC = 0x07230203;
const HEADER_WORDS = 5;

/** The number of the `DebugLine` instruction in `DEBUG_SET`. Some compilers use it instead of `OpLine`. */
const DEBUG_LINE = 103;
const DEBUG_SET = 'NonSemantic.Shader.DebugInfo.100';

/** Opcodes whose first operand is a result id to record in `byId`. */
const DEFINES_FIRST: ReadonlySet<number> = new Set([
  11, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,
]);
/** Opcodes whose second operand, after the type, is a result id to record in `byId`. */
const DEFINES_SECOND: ReadonlySet<number> = new Set([
  ...[41, 42, 43, 44, 46, 48, 49, 50, 51, 52],
  ...[55, 57, 59, 60, 61, 65, 66, 67, 70, 83, 86, 100],
  ...[120, 124, 169, 245],
]);

/** Parses a module in either byte order. Throws `UsageError` if the bytes are not SPIR-V. */
export function readSpirv(bytes: Uint8Array, file: string): SpirvModule {
  const words = toWords(bytes, file);
  const instructions: SpirvInstruction[] = [];
  const byId = new Map<number, SpirvInstruction>();
  const names = new Map<number, string>();
  const memberNames = new Map<string, string>();
  const decorations = new Map<string, readonly number[]>();
  let line: number | undefined;
  for (let offset = HEADER_WORDS; offset < words.length; ) {
    const length = words[offset]! >>> 16;
    const op = words[offset]! & 0xffff;
    if (length === 0 || offset + length > words.length)
      throw new UsageError(`Cannot read ${file}: its SPIR-V is truncated at word ${offset}`);
    const operands = [...words.subarray(offset + 1, offset + length)];
    offset += length;
    const [first = 0, second = 0, third = 0] = operands;
    if (op === OP.line) line = second;
    else if (op === OP.noLine || op === OP.functionEnd) line = undefined;
    else if (op === OP.name) names.set(first, decodeString(operands.slice(1)));
    else if (op === OP.memberName) memberNames.set(`${first}.${second}`, decodeString(operands.slice(2)));
    else if (op === OP.decorate) decorations.set(`${first} ${second}`, operands.slice(2));
    else if (op === OP.memberDecorate) decorations.set(`${first}.${second} ${third}`, operands.slice(3));
    else if (op === OP.extInst && isDebugLine(operands, byId)) line = getConstant(byId, operands[5]!) ?? line;
    const instruction = { op, operands, line };
    instructions.push(instruction);
    if (DEFINES_FIRST.has(op)) byId.set(first, instruction);
    else if (DEFINES_SECOND.has(op)) byId.set(second, instruction);
  }
  return { instructions, byId, names, memberNames, decorations };
}

function isDebugLine(operands: readonly number[], byId: ReadonlyMap<number, SpirvInstruction>): boolean {
  const set = byId.get(operands[2]!);
  return operands[3] === DEBUG_LINE && set !== undefined && decodeString(set.operands.slice(1)) === DEBUG_SET;
}

/** Returns the value of a 32-bit constant, or undefined for other ids. */
function getConstant(byId: SpirvModule['byId'], id: number): number | undefined {
  const found = byId.get(id);
  return found?.op === OP.constant || found?.op === OP.specConstant ? found.operands[2] : undefined;
}

function toWords(bytes: Uint8Array, file: string): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittleEndian = bytes.length >= 4 && view.getUint32(0, true) === MAGIC;
  const isSpirv = isLittleEndian || (bytes.length >= 4 && view.getUint32(0, false) === MAGIC);
  if (!isSpirv || bytes.length % 4 !== 0 || bytes.length < 4 * HEADER_WORDS)
    throw new UsageError(`Cannot read ${file}: expected a SPIR-V module`);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, isLittleEndian));
}

/** Decodes a SPIR-V string, which ends with a zero byte. */
export function decodeString(words: ArrayLike<number>): string {
  const bytes = new Uint8Array(Uint32Array.from(words).buffer);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(bytes.subarray(0, end < 0 ? bytes.length : end));
}
