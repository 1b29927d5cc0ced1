import { UsageError } from '../../transactions/index.js';
import { findDescriptor, type ShaderResource } from './shader-resources.js';
import { listAccesses, type SourceAccess } from './source-accesses.js';
import { decodeString, OP, readSpirv, type SpirvInstruction, type SpirvModule } from './spirv-module.js';
import {
  type BlockWord,
  DECORATION,
  getComponents,
  getElement,
  getPointee,
  getSizeInBytes,
  listBlockWords,
  type ScalarKind,
  STORAGE,
} from './spirv-types.js';

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
  readonly pushWords: readonly BlockWord[];
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
  /** Memory accesses and section markers in source order. */
  readonly accesses: readonly SourceAccess[];
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

const FRAG_DEPTH = 22;
const EARLY_TESTS = 9;

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

/** Maximum number of locations per interface. */
const MAX_LOCATIONS = 32;
/** Maximum number of descriptors per binding. */
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
  const builtIn = (storage: number): readonly number[] =>
    getVariables(storage).flatMap((variable) => getDecoration(module, variable, DECORATION.builtIn) ?? []);
  const builtInOutputs = builtIn(STORAGE.output);
  return {
    entry,
    interlock,
    resources: variables.flatMap((variable) => findDescriptor(module, variable) ?? []),
    pushWords: pushType === undefined ? [] : listBlockWords(module, pushType),
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
    accesses: listAccesses(module, id),
  };
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
