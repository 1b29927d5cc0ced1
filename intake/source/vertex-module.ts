import type { ScalarKind } from './spirv-module.js';

/** A varying that a vertex shader passes through from a vertex buffer at the same location. */
export interface Varying {
  readonly location: number;
  readonly kind: ScalarKind;
  readonly components: number;
}

const MAGIC = 0x07230203;
const VERSION_1_0 = 0x10000;

/** The module's ids; each varying has three, starting at `first`. */
const ID = {
  main: 1,
  void: 2,
  signature: 3,
  label: 4,
  position: 5,
  float: 6,
  int: 7,
  uint: 8,
  positionType: 9,
  source: 10,
  value: 11,
  first: 12,
};
const PER_VARYING = 3;
/** Number of ids for vector types and their pointers. */
const TYPE_IDS = 64;

/** The size in bytes of a captured output, which has four components. */
const CAPTURED_BYTES = 16;

/**
 * Builds a SPIR-V vertex shader that passes each varying through from a vertex buffer, because drivers drop or move
 * inputs that the previous stage leaves unwritten or sets to a constant. Transform feedback captures the outputs to
 * stop drivers from moving computations from the fragment shader into this one, which would make the inputs differ from
 * the source. The position is read from the location after the last varying.
 */
export function buildVertexModule(varyings: readonly Varying[]): Uint8Array {
  const words: number[] = [];
  const add = (op: number, ...operands: readonly number[]): void => {
    words.push(((operands.length + 1) << 16) | op, ...operands);
  };
  const vectorBase = ID.first + PER_VARYING * varyings.length;
  const inputId = (i: number): number => ID.first + PER_VARYING * i;
  const outputId = (i: number): number => inputId(i) + 1;
  const loadedId = (i: number): number => inputId(i) + 2;
  const scalar = { float: ID.float, int: ID.int, uint: ID.uint } as const;
  const kinds = ['float', 'int', 'uint'] as const;
  const type = ({ kind, components }: Omit<Varying, 'location'>): number =>
    components === 1 ? scalar[kind] : vectorBase + 4 * kinds.indexOf(kind) + components - 1;
  const inPointer = (varying: Omit<Varying, 'location'>): number =>
    vectorBase + 16 + 4 * kinds.indexOf(varying.kind) + varying.components - 1;
  const outPointer = (varying: Omit<Varying, 'location'>): number => inPointer(varying) + 16;
  const position = { kind: 'float', components: 4 } as const;
  const vertexInputs = [...varyings, position];
  const distinctInputs = vertexInputs.filter(
    (vertexInput, i) => vertexInputs.findIndex((other) => type(other) === type(vertexInput)) === i,
  );

  add(17, 1); // Shader
  add(17, 53); // TransformFeedback
  add(14, 0, 1); // Logical GLSL450
  const interfaces = varyings.flatMap((_, i) => [inputId(i), outputId(i)]);
  add(15, 0, ID.main, 0x6e69616d, 0, ID.position, ID.source, ...interfaces); // "main"
  add(16, ID.main, 11); // Xfb
  add(71, ID.position, 11, 0); // BuiltIn Position
  add(71, ID.source, 30, findPositionLocation(varyings));
  varyings.forEach(({ location }, i) => {
    add(71, inputId(i), 30, location);
    add(71, outputId(i), 30, location);
    add(71, outputId(i), 36, 0); // XfbBuffer
    add(71, outputId(i), 37, CAPTURED_BYTES * varyings.length); // XfbStride
    add(71, outputId(i), 35, CAPTURED_BYTES * i); // Offset
  });
  add(19, ID.void);
  add(33, ID.signature, ID.void);
  add(22, ID.float, 32);
  add(21, ID.int, 32, 1);
  add(21, ID.uint, 32, 0);
  for (const { kind, components } of distinctInputs)
    if (components > 1) add(23, type({ kind, components }), scalar[kind], components);
  for (const vertexInput of distinctInputs) {
    add(32, inPointer(vertexInput), 1, type(vertexInput));
    add(32, outPointer(vertexInput), 3, type(vertexInput));
  }
  add(59, outPointer(position), ID.position, 3);
  add(59, inPointer(position), ID.source, 1);
  varyings.forEach((varying, i) => {
    add(59, inPointer(varying), inputId(i), 1);
    add(59, outPointer(varying), outputId(i), 3);
  });
  add(54, ID.void, ID.main, 0, ID.signature);
  add(248, ID.label);
  add(61, type(position), ID.value, ID.source);
  add(62, ID.position, ID.value);
  varyings.forEach((varying, i) => {
    add(61, type(varying), loadedId(i), inputId(i));
    add(62, outputId(i), loadedId(i));
  });
  add(253);
  add(56);
  const header = [MAGIC, VERSION_1_0, 0, vectorBase + TYPE_IDS, 0];
  return new Uint8Array(Uint32Array.from([...header, ...words]).buffer);
}

/** Returns the input location from which the position is read. */
export function findPositionLocation(varyings: readonly Varying[]): number {
  return varyings.reduce((max, { location }) => Math.max(max, location + 1), 0);
}
