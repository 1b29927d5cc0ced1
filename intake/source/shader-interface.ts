import { UsageError } from '../../transactions/index.js';
import { type Assumption, listAssumptions } from './assumptions.js';
import { listAccesses, type PixelInputs, type SourceAccess } from './source-accesses.js';
import {
  type BlockMember,
  DECORATION,
  decodeString,
  getComponents,
  getElement,
  getPointee,
  getSizeInBytes,
  listBlockMembers,
  OP,
  readSpirv,
  type ScalarKind,
  type SpirvInstruction,
  type SpirvModule,
  STORAGE,
} from './spirv-module.js';

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
  /** The members of a block; empty for other kinds. */
  readonly members: readonly BlockMember[];
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

function findDescriptor(module: SpirvModule, variable: SpirvInstruction): ShaderResource | undefined {
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
    members: type.op === OP.typeStruct ? listBlockMembers(module, type) : [],
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

/** A varying input or a colour output. */
export interface ShaderSlot {
  readonly name: string;
  readonly location: number;
  /** The index for dual-source blending: 1 for the second source. */
  readonly index: number;
  readonly kind: ScalarKind;
  readonly components: number;
  readonly isFlat: boolean;
}

/** What a fragment shader requires of its pipeline, as far as can be told from its SPIR-V. */
export interface ShaderInterface {
  readonly entry: string;
  /** The interlock's layout qualifier in GLSL; undefined without an interlock. */
  readonly interlock: string | undefined;
  readonly resources: readonly ShaderResource[];
  /** The name of the push constants' variable, if it has one. */
  readonly pushName: string | undefined;
  readonly pushMembers: readonly BlockMember[];
  readonly pushBytes: number;
  readonly inputs: readonly ShaderSlot[];
  readonly colours: readonly ShaderSlot[];
  /** SPIR-V numbers of the built-in inputs (section 3.21). */
  readonly builtInInputs: readonly number[];
  /** SPIR-V numbers of the built-in outputs (section 3.21). */
  readonly builtInOutputs: readonly number[];
  /** Whether an input is interpolated at each sample. */
  readonly interpolatesSamples: boolean;
  /** Whether an invocation may end early or continue as a helper. */
  readonly discards: boolean;
  /** Whether depth tests run before the shader. */
  readonly earlyTests: boolean;
  /** Whether the shader writes gl_FragDepth. */
  readonly writesDepth: boolean;
  /** Values that only the author knows, and what is assumed without him. */
  readonly assumptions: readonly Assumption[];
  /** The push constants that bound an index, as in a setting. */
  readonly bounds: readonly string[];
  /** Memory accesses and section markers in source order. */
  readonly accesses: readonly SourceAccess[];
  /** Where the shader returns relative to its section, as bits of `WHERE`. */
  readonly returnsAt: number;
}

/** Execution model names for messages, by number (section 3.3). */
const STAGES = [
  'vertex',
  'tessellation control',
  'tessellation evaluation',
  'geometry',
  'fragment',
  'compute',
];
const FRAGMENT = 4;

/** Interlock execution modes, by number (section 3.6). */
const INTERLOCKS: ReadonlyMap<number, string> = new Map([
  [5366, 'pixel_interlock_ordered'],
  [5367, 'pixel_interlock_unordered'],
  [5368, 'sample_interlock_ordered'],
  [5369, 'sample_interlock_unordered'],
]);

const FRAG_COORD = 15;
const SAMPLE_MASK = 20;
const FRAG_DEPTH = 22;
const EARLY_TESTS = 9;
/** SampleId and SamplePosition. */
const PER_SAMPLE: readonly number[] = [18, 19];

/** OpKill, OpTerminateInvocation, OpDemoteToHelperInvocation. */
const DISCARDS: ReadonlySet<number> = new Set([252, 4416, 5380]);

/** Returns the interface of a module's only fragment shader. Throws `UsageError` unless there is exactly one. */
export function readShaderInterface(bytes: Uint8Array, file: string): ShaderInterface {
  const module = readSpirv(bytes, file);
  try {
    return checkBounds(buildInterface(module, file), file);
  } catch (error) {
    // A handwritten module may refer to undefined ids, or to itself.
    if (error instanceof TypeError || error instanceof RangeError)
      throw new UsageError(`Cannot read ${file}: its SPIR-V is malformed`);
    throw error;
  }
}

const MAX_LOCATIONS = 32;
const MAX_DESCRIPTORS = 1024;

function checkBounds(shader: ShaderInterface, file: string): ShaderInterface {
  const slot = [...shader.inputs, ...shader.colours].find(({ location }) => location >= MAX_LOCATIONS);
  if (slot !== undefined)
    throw new UsageError(
      `Cannot use ${file}: ${slot.name} has location ${slot.location}; expected less than ${MAX_LOCATIONS}`,
    );
  const oversized = shader.resources.find(({ count }) => count > MAX_DESCRIPTORS);
  if (oversized === undefined) return shader;
  throw new UsageError(
    `Cannot use ${file}: ${oversized.name} has ${oversized.count} descriptors; expected at most ${MAX_DESCRIPTORS}`,
  );
}

function buildInterface(module: SpirvModule, file: string): ShaderInterface {
  const { id, name: entry } = findEntry(module, file);
  const modes = module.instructions.filter(
    ({ op, operands }) => op === OP.executionMode && operands[0] === id,
  );
  const interlock = modes
    .map(({ operands }) => INTERLOCKS.get(operands[1]!))
    .find((mode) => mode !== undefined);
  const variables = module.instructions.filter(({ op }) => op === OP.variable);
  const getVariables = (storage: number) => variables.filter(({ operands }) => operands[2] === storage);
  const push = getVariables(STORAGE.pushConstant)[0];
  const pushType = push === undefined ? undefined : getPointee(module, push.operands[0]!);
  const pushMembers = pushType === undefined ? [] : listBlockMembers(module, pushType);
  const builtIn = (storage: number): readonly number[] =>
    getVariables(storage).flatMap((variable) => getDecoration(module, variable, DECORATION.builtIn) ?? []);
  const builtInOutputs = builtIn(STORAGE.output);
  return {
    entry,
    interlock,
    resources: variables.flatMap((variable) => findDescriptor(module, variable) ?? []),
    ...listAssumptions(module, (variable) => {
      if (variable.operands[2] === STORAGE.pushConstant)
        return { name: 'push', members: pushMembers, count: 1, isReadOnly: true };
      const resource = findDescriptor(module, variable);
      return resource === undefined
        ? findSlot(module, variable)
        : { ...resource, isReadOnly: resource.isReadOnly || resource.kind === 'uniformBuffer' };
    }),
    pushName: push === undefined ? undefined : module.names.get(push.operands[1]!),
    pushMembers,
    pushBytes: pushType === undefined ? 0 : getSizeInBytes(module, pushType),
    inputs: getVariables(STORAGE.input).flatMap((variable) => findSlot(module, variable) ?? []),
    colours: getVariables(STORAGE.output).flatMap((variable) => findSlot(module, variable) ?? []),
    builtInInputs: builtIn(STORAGE.input),
    builtInOutputs,
    interpolatesSamples: getVariables(STORAGE.input).some(({ operands }) =>
      module.decorations.has(`${operands[1]} ${DECORATION.sample}`),
    ),
    discards: module.instructions.some(({ op }) => DISCARDS.has(op)),
    earlyTests: modes.some(({ operands }) => operands[1] === EARLY_TESTS),
    writesDepth: builtInOutputs.includes(FRAG_DEPTH),
    ...listAccesses(module, id, getPixelInputs(module, getVariables(STORAGE.input), interlock)),
  };
}

/**
 * Returns the inputs that tell whether the invocations in a pixel share words: those for its samples if the shader runs
 * once per sample; and those of primitives that cover different samples, which a sample interlock does not order, unless
 * the shader may tell them apart by its coverage.
 */
function getPixelInputs(
  module: SpirvModule,
  inputs: readonly SpirvInstruction[],
  interlock: string | undefined,
): PixelInputs | undefined {
  const select = (isMeant: (builtIn: number, id: number) => boolean): ReadonlySet<number> =>
    new Set(
      inputs
        .filter((variable) =>
          isMeant(getDecoration(module, variable, DECORATION.builtIn) ?? -1, variable.operands[1]!),
        )
        .map(({ operands }) => operands[1]!),
    );
  const differing = select(
    (builtIn, id) => PER_SAMPLE.includes(builtIn) || module.decorations.has(`${id} ${DECORATION.sample}`),
  );
  if (differing.size > 0) return { differing, placing: new Set() };
  const placing = select((builtIn) => builtIn === FRAG_COORD);
  const isUnordered =
    interlock?.startsWith('sample') === true &&
    placing.size > 0 &&
    select((builtIn) => builtIn === SAMPLE_MASK).size === 0;
  return isUnordered ? { differing: select((builtIn) => builtIn !== FRAG_COORD), placing } : undefined;
}

function findEntry(
  { instructions }: SpirvModule,
  file: string,
): { readonly id: number; readonly name: string } {
  const points = instructions.filter(({ op }) => op === OP.entryPoint);
  const fragments = points.filter(({ operands }) => operands[0] === FRAGMENT);
  const entryPoints = fragments.map(({ operands }) => ({
    id: operands[1]!,
    name: decodeString(operands.slice(2)),
  }));
  const [entryPoint] = entryPoints;
  if (entryPoint === undefined) {
    const stages = points.map(({ operands }) => STAGES[operands[0]!] ?? 'different kind of');
    throw new UsageError(
      `Cannot use ${file}: it ${stages.length === 0 ? 'has no entry point' : `contains a ${stages.join(' and a ')} shader, not a fragment shader`}`,
    );
  }
  if (entryPoints.length > 1)
    throw new UsageError(
      `Cannot use ${file}: it has ${entryPoints.length} fragment shaders (${entryPoints.map(({ name }) => name).join(', ')}); expected one`,
    );
  return entryPoint;
}

/** Returns the first operand of a variable's decoration, or undefined if the variable is not decorated with it. */
function getDecoration(
  { decorations }: SpirvModule,
  variable: SpirvInstruction,
  decoration: number,
): number | undefined {
  return decorations.get(`${variable.operands[1]} ${decoration}`)?.[0];
}

function findSlot(module: SpirvModule, variable: SpirvInstruction): ShaderSlot | undefined {
  const location = getDecoration(module, variable, DECORATION.location);
  if (location === undefined) return undefined;
  const { kind, count } = getComponents(
    module,
    getElement(module, getPointee(module, variable.operands[0]!)).type,
  );
  return {
    name: module.names.get(variable.operands[1]!) ?? `location${location}`,
    location,
    index: getDecoration(module, variable, DECORATION.index) ?? 0,
    kind,
    components: count,
    isFlat: module.decorations.has(`${variable.operands[1]} ${DECORATION.flat}`),
  };
}
