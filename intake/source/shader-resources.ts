import { OP, type SpirvInstruction, type SpirvModule } from './spirv-module.js';
import {
  type BlockWord,
  DECORATION,
  getElement,
  getPointee,
  getSizeInBytes,
  listBlockWords,
  STORAGE,
} from './spirv-types.js';

/** A shader's binding: one descriptor or an array of them. */
export interface ShaderResource {
  readonly name: string;
  readonly set: number;
  readonly binding: number;
  readonly kind:
    | 'storageBuffer'
    | 'uniformBuffer'
    | 'storageImage'
    | 'sampledImage'
    | 'combined'
    | 'sampler'
    | 'storageTexelBuffer'
    | 'uniformTexelBuffer'
    | 'inputAttachment';
  /** Number of descriptors; 0 for an unbounded array. */
  readonly count: number;
  /** The image format in GLSL; undefined if the shader does not specify one. */
  readonly format: string | undefined;
  /** The image dimension, as in state files. */
  readonly dimension: string | undefined;
  readonly isCoherent: boolean;
  readonly isReadOnly: boolean;
  /** The size of a block in bytes, without any unbounded array. */
  readonly bytes: number;
  /** The words of a uniform buffer; empty for other kinds. */
  readonly words: readonly BlockWord[];
}

/** GLSL names of image formats, by number (section 3.11). */
const FORMATS: ReadonlyMap<number, string> = new Map(
  'rgba32f rgba16f r32f rgba8 rgba8_snorm rg32f rg16f r11f_g11f_b10f r16f rgba16 rgb10_a2 rg16 rg8 r16 r8 rgba16_snorm rg16_snorm rg8_snorm r16_snorm r8_snorm rgba32i rgba16i rgba8i r32i rg32i rg16i rg8i r16i r8i rgba32ui rgba16ui rgba8ui r32ui rgb10_a2ui rg32ui rg16ui rg8ui r16ui r8ui r64ui r64i'
    .split(' ')
    .map((name, i) => [i + 1, name]),
);

/** Image dimensions as in state files, by number (section 3.8). */
const DIMENSIONS = ['1d', '2d', '3d', 'cube', '2d', 'buffer', '2d'];
const BUFFER_DIMENSION = 5;
const SUBPASS_DIMENSION = 6;

/** Returns a variable's binding, or undefined if it has no descriptor. */
export function findDescriptor(module: SpirvModule, variable: SpirvInstruction): ShaderResource | undefined {
  const [pointerType = 0, id = 0, storage] = variable.operands;
  const binding = module.decorations.get(`${id} ${DECORATION.binding}`)?.[0];
  if (binding === undefined) return undefined;
  const { type, count } = getElement(module, getPointee(module, pointerType));
  const resourceType = classify(module, type, storage!);
  const has = (decoration: number): boolean => module.decorations.has(`${id} ${decoration}`);
  const everyMemberHas = (decoration: number): boolean => membersHave(module, type, decoration);
  const name = [module.names.get(id), module.names.get(type.operands[0]!)].find(
    (candidate) => candidate !== undefined && candidate !== '',
  );
  return {
    name:
      name ?? `set${module.decorations.get(`${id} ${DECORATION.descriptorSet}`)?.[0] ?? 0}binding${binding}`,
    set: module.decorations.get(`${id} ${DECORATION.descriptorSet}`)?.[0] ?? 0,
    binding,
    count,
    bytes: type.op === OP.typeStruct ? getSizeInBytes(module, type) : 0,
    isCoherent: [DECORATION.coherent, DECORATION.volatile].some(
      (number) => has(number) || everyMemberHas(number),
    ),
    isReadOnly: has(DECORATION.nonWritable) || everyMemberHas(DECORATION.nonWritable),
    ...resourceType,
    words: resourceType.kind === 'uniformBuffer' ? listBlockWords(module, type) : [],
  };
}

type ResourceType = Pick<ShaderResource, 'kind' | 'format' | 'dimension'>;

function classify(module: SpirvModule, type: SpirvInstruction, storage: number): ResourceType {
  const buffer = { format: undefined, dimension: undefined };
  if (type.op === OP.typeStruct) {
    const isStorage =
      storage === STORAGE.storageBuffer ||
      module.decorations.has(`${type.operands[0]} ${DECORATION.bufferBlock}`);
    return { kind: isStorage ? 'storageBuffer' : 'uniformBuffer', ...buffer };
  }
  if (type.op === OP.typeSampler) return { kind: 'sampler', ...buffer };
  const isCombined = type.op === OP.typeSampledImage;
  const [, , dimension = 1, , arrayed, multisampled, sampled, format = 0] = isCombined
    ? module.byId.get(type.operands[1]!)!.operands
    : type.operands;
  const isStorage = sampled === 2;
  const glsl = FORMATS.get(format);
  if (dimension === BUFFER_DIMENSION)
    return {
      kind: isStorage ? 'storageTexelBuffer' : 'uniformTexelBuffer',
      format: glsl,
      dimension: undefined,
    };
  const dimensionName = `${DIMENSIONS[dimension] ?? '2d'}${multisampled === 1 ? '-ms' : ''}${arrayed === 1 ? '-array' : ''}`;
  if (dimension === SUBPASS_DIMENSION)
    return { kind: 'inputAttachment', format: glsl, dimension: dimensionName };
  const kind = isCombined ? 'combined' : isStorage ? 'storageImage' : 'sampledImage';
  return { kind, format: glsl, dimension: dimensionName };
}

/** Whether every member of a block has a decoration, which is how compilers express a qualifier on the entire block. */
function membersHave({ decorations }: SpirvModule, type: SpirvInstruction, decoration: number): boolean {
  if (type.op !== OP.typeStruct) return false;
  const [id, ...members] = type.operands;
  return members.length > 0 && members.every((_, i) => decorations.has(`${id}.${i} ${decoration}`));
}
