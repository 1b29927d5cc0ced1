import { type Gfx, type PS_INPUTS, REGISTER_FIELDS, type WaveSize } from '../../arch/index.js';
import { decodeMessagePack } from '../../transactions/index.js';
import { ByteReader } from './byte-reader.js';
import type { ElfNote } from './elf-file.js';
import { registerAt } from './register-offsets.js';
import type { ShaderMetadata } from './shader-metadata.js';

const NOTE_TYPE = { LEGACY: 12, METADATA: 32 } as const;

/** The first major version in which registers have named fields (formats.md 10). */
const NAMED_FIELDS_VERSION = 3;

/** The maximum number of user SGPRs per stage. */
const MAX_USER_SGPRS = 32;

/** The pseudo-register that holds the pixel shader's scratch bytes per lane in the legacy note. */
const LEGACY_SCRATCH = 0x10000049;

/**
 * The names that metadata version 3 gives to the fields of SPI_PS_INPUT_ENA and SPI_PS_INPUT_ADDR, in the order of
 * `PS_INPUTS`.
 */
const INPUT_FIELDS = [
  '.persp_sample_ena',
  '.persp_center_ena',
  '.persp_centroid_ena',
  '.persp_pull_model_ena',
  '.linear_sample_ena',
  '.linear_center_ena',
  '.linear_centroid_ena',
  '.line_stipple_tex_ena',
  '.pos_x_float_ena',
  '.pos_y_float_ena',
  '.pos_z_float_ena',
  '.pos_w_float_ena',
  '.front_face_ena',
  '.ancillary_ena',
  '.sample_coverage_ena',
  '.pos_fixed_pt_ena',
] as const satisfies { readonly length: (typeof PS_INPUTS)['length'] };

type Tree = Readonly<Record<string, unknown>>;

/** Reads pixel shader metadata from PAL's notes. Returns undefined if there are none. */
export function readPalMetadata(
  notes: readonly ElfNote[],
  gfx: Gfx,
  name: string,
): ShaderMetadata | undefined {
  for (const { owner, type, bytes } of notes) {
    if (owner === 'AMDGPU' && type === NOTE_TYPE.METADATA)
      return parsePalMetadata(unpack(bytes, name), gfx, name);
    if (owner === 'AMD' && type === NOTE_TYPE.LEGACY)
      return readLegacyMetadata(new ByteReader(bytes, name), gfx);
  }
  return undefined;
}

function unpack(bytes: Uint8Array, name: string): unknown {
  try {
    return decodeMessagePack(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ByteReader(bytes, name).makeError(`its metadata is not MessagePack (${reason})`);
  }
}

/**
 * Converts PAL metadata decoded from MessagePack or YAML. Throws `UsageError` if the pipeline has no pixel shader.
 */
export function parsePalMetadata(document: unknown, gfx: Gfx, name: string): ShaderMetadata {
  const tree = toTree(document);
  const pipelines = tree['amdpal.pipelines'];
  if (!Array.isArray(pipelines)) {
    throw new ByteReader(new Uint8Array(), name).makeError(
      'its metadata has no amdpal.pipelines; compute objects are not supported',
    );
  }
  const pipeline = toTree(pipelines[0]);
  const stages = toTree(pipeline['.hardware_stages']);
  const stage = toTree(stages['.ps']);
  if (Object.keys(stages).length > 0 && stages['.ps'] === undefined) {
    const otherEntries = Object.entries(stages).map(
      ([key, other]) => `${readEntryPoint(toTree(other)) ?? '?'} (${key})`,
    );
    throw new ByteReader(new Uint8Array(), name).makeError(
      `it only contains ${otherEntries.join(', ')}; expected a pixel shader`,
    );
  }
  const versions = tree['amdpal.version'];
  const version = Array.isArray(versions) ? toNumber(versions[0]) : 2;
  const hasNamedFields = version >= NAMED_FIELDS_VERSION;
  const registers = hasNamedFields
    ? readNamedRegisters(pipeline, stage, gfx)
    : readNumberedRegisters(toTree(pipeline['.registers']), gfx);
  return {
    registers,
    fields: {},
    entry: readEntryPoint(stage),
    wave: readWaveSize(stage, registers, hasNamedFields),
    scratchBytes: toNumber(stage['.scratch_memory_size']),
    ...readUserData(stage['.user_data_reg_map']),
  };
}

/** Reads the user data map (PAL, `HardwareStageMetadata`), truncated to the hardware's number of user SGPRs. */
function readUserData(map: unknown): Pick<ShaderMetadata, 'userDataMap'> {
  return Array.isArray(map) ? { userDataMap: map.slice(0, MAX_USER_SGPRS).map(toNumber) } : {};
}

function readEntryPoint(stage: Tree): string | undefined {
  const entry = stage['.entry_point_symbol'] ?? stage['.entry_point'];
  return typeof entry === 'string' ? entry : undefined;
}

/**
 * Returns the wave size, or undefined if the compiler omitted it. Version 2 marks wave32 with a bit in
 * SPI_PS_IN_CONTROL; later versions state the size explicitly.
 */
function readWaveSize(
  stage: Tree,
  registers: Record<string, number>,
  hasNamedFields: boolean,
): WaveSize | undefined {
  const size = stage['.wavefront_size'];
  if (size === 32 || size === 64) return size;
  const control = registers.SPI_PS_IN_CONTROL ?? 0;
  return hasNamedFields ? undefined : ((control >>> 15) & 1) === 1 ? 32 : 64;
}

/** Reads registers keyed by offset. LLVM's YAML appends the register's name to the offset. */
function readNumberedRegisters(table: Tree, gfx: Gfx): Record<string, number> {
  return nameRegisters(
    Object.entries(table).map(([key, value]) => [Number(key.split(' ', 1)[0]), toNumber(value)]),
    gfx,
  );
}

/** Converts pairs of dword offset and value to values keyed by register name. */
function nameRegisters(
  pairs: readonly (readonly [offset: number, value: number])[],
  gfx: Gfx,
): Record<string, number> {
  const registers: Record<string, number> = {};
  for (const [offset, value] of pairs) {
    const register = registerAt(offset * 4, gfx);
    if (register !== undefined) registers[register] = value >>> 0;
  }
  return registers;
}

function readLegacyMetadata(reader: ByteReader, gfx: Gfx): ShaderMetadata {
  const pairs = Array.from(
    { length: Math.floor(reader.bytes.length / 8) },
    (_, i) => [reader.u32(8 * i), reader.u32(8 * i + 4)] as const,
  );
  const registers = nameRegisters(pairs, gfx);
  return {
    registers,
    fields: {},
    entry: undefined,
    wave: readWaveSize({}, registers, false),
    scratchBytes: pairs.find(([key]) => key === LEGACY_SCRATCH)?.[1] ?? 0,
  };
}

/** Builds register values from the named fields of version 3, ignoring fields that are not in the field table. */
function readNamedRegisters(pipeline: Tree, stage: Tree, gfx: Gfx): Record<string, number> {
  const graphicsRegisters = toTree(pipeline['.graphics_registers']);
  const registers: Record<string, number> = {};
  for (const { register, field, low, generations } of REGISTER_FIELDS) {
    const value = toTree(graphicsRegisters[`.${register.toLowerCase()}`])[`.${field.toLowerCase()}`];
    if (value === undefined || !generations.includes(gfx)) continue;
    registers[register] = ((registers[register] ?? 0) | (toNumber(value) << low)) >>> 0;
  }
  for (const register of ['SPI_PS_INPUT_ENA', 'SPI_PS_INPUT_ADDR']) {
    const fields = toTree(graphicsRegisters[`.${register.toLowerCase()}`]);
    registers[register] = INPUT_FIELDS.reduce(
      (bits, field, bit) => (fields[field] === true ? bits | (1 << bit) : bits),
      0,
    );
  }
  return { ...registers, ...makeStageRegisters(stage) };
}

/** Converts the stage properties of version 3 to register values. */
function makeStageRegisters(stage: Tree): Record<string, number> {
  const userSgprs = toNumber(stage['.user_sgprs']);
  return userSgprs === 0 ? {} : { SPI_SHADER_PGM_RSRC2_PS: userSgprs << 1 };
}

/** Converts a number, flag or string to a number. Compound values, which compilers never emit, become 0. */
function toNumber(value: unknown): number {
  return typeof value === 'object' || value === undefined ? 0 : Number(value);
}

function toTree(value: unknown): Tree {
  return typeof value === 'object' && value !== null ? (value as Tree) : {};
}
