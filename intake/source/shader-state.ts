import { type ChipName, chipOf, factsOf, PS_INPUTS } from '../../arch/index.js';
import type { StateDocument } from '../../harness/programs/index.js';
import { formatWord } from './author-values.js';
import type { DriverOutput, DriverPipeline } from './driver-process.js';
import { countDescriptors, runsPerSample } from './driver-request.js';
import type { UserSgprs } from './pipeline-cache.js';
import type { ShaderInterface, ShaderResource } from './shader-interface.js';
import type { BlockMember } from './spirv-module.js';

/** Byte offsets of a scene's values in the testbench's push constant block, which the corpus also uses (corpus.md). */
const OFFSET = { flags: 12, alpha: 16, count: 20, addr: 24 } as const;

/**
 * Returns where the user SGPR for a push constant dword gets its value, such as `pc+20` for a scene's count. If the
 * block's layout is unknown, the dword's own offset is used.
 *
 * @param bounds the members that bound an index, as in a setting
 */
export function getPushSource(
  members: readonly BlockMember[],
  bounds: readonly string[],
  byte: number,
): string {
  if (members.length === 0) return `pc+${byte}`;
  const member = members.find(
    (candidate) => byte >= candidate.byte && byte < candidate.byte + candidate.bytes,
  );
  if (member?.kind === 'address') return `pc+${OFFSET.addr + ((byte - member.byte) % 8)}`;
  if (member?.kind === 'float') return `pc+${OFFSET.alpha}`;
  return `pc+${member !== undefined && bounds.includes(`push.${member.name}`) ? OFFSET.count : OFFSET.flags}`;
}

type Resource = NonNullable<StateDocument['resources']>[number];

/** Sizes of RADV's descriptors in bytes (radv_descriptor_set.c). */
const BYTES = {
  sampler: 16,
  combined: 96,
  sampledImage: 64,
  storageImage: 32,
  uniformTexelBuffer: 16,
  storageTexelBuffer: 16,
  uniformBuffer: 16,
  storageBuffer: 16,
  inputAttachment: 64,
} as const;
/** The byte offset of the sampler in a combined descriptor. */
const SAMPLER_OFFSET = 80;

/** The texel format assumed for a sampled image if the shader does not specify one. */
const SAMPLED_FORMAT = 'rgba8';
/** The number of layers assumed for an array of images, and the depth assumed for a volume. */
const LAYERS = 8;
/** The texel format assumed for any other resource if the shader does not specify one. */
const DEFAULT_FORMAT = 'r32ui';

/** Returns the descriptor of an array that a program selects, if that is known. */
type FindSelected = (array: string) => number | undefined;

function listShaderResources(
  { resources }: ShaderInterface,
  { offsets }: DriverOutput,
  findSelected: FindSelected,
): readonly Resource[] {
  return resources.flatMap((resource) => {
    const count = countDescriptors(resource);
    const first = offsets[`${resource.set}.${resource.binding}`] ?? 0;
    const others = resources.filter(
      (other) => other.set === resource.set && other.binding === resource.binding && other !== resource,
    );
    return Array.from({ length: count }, (_, i) => {
      if (count > 1 && isOtherArray(resource, i, others, findSelected)) return [];
      const name = count === 1 ? resource.name : `${resource.name}${i}`;
      return makeResources(resource, name, first + i * BYTES[resource.kind]);
    }).flat();
  });
}

/** Whether a descriptor belongs to another array of the same binding: that which selects it, or else the first. */
function isOtherArray(
  { name }: ShaderResource,
  element: number,
  others: readonly ShaderResource[],
  findSelected: FindSelected,
): boolean {
  const names = [name, ...others.map((other) => other.name)];
  if (names.length === 1) return false;
  const owner = names.find((array) => findSelected(array) === element) ?? names.toSorted()[0];
  return owner !== name;
}

function makeResources(resource: ShaderResource, name: string, offset: number): readonly Resource[] {
  const { set, kind, isReadOnly } = resource;
  const readOnly = isReadOnly ? { read_only: true } : {};
  const makeSampler = (byte: number): Resource => ({
    name: `${name} sampler`,
    kind: 'sampler',
    set,
    offset: byte,
  });
  if (kind === 'sampler') return [{ ...makeSampler(offset), name }];
  if (kind === 'uniformBuffer') return [makeUniformBuffer(resource, name, offset)];
  if (kind === 'storageBuffer') return [{ name, kind: 'buffer', set, offset, ...readOnly }];
  if (kind === 'uniformTexelBuffer' || kind === 'storageTexelBuffer')
    return [
      {
        name,
        kind: 'buffer',
        set,
        offset,
        format: getHardwareFormat(resource.format ?? DEFAULT_FORMAT),
        ...(kind === 'uniformTexelBuffer' ? { read_only: true } : readOnly),
      },
    ];
  const isStorage = kind === 'storageImage';
  const image: Resource = {
    name,
    kind: 'image',
    set,
    offset,
    format: getHardwareFormat(resource.format ?? (isStorage ? DEFAULT_FORMAT : SAMPLED_FORMAT)),
    dimension: (resource.dimension ?? '2d') as NonNullable<Resource['dimension']>,
    ...(/^3d$|-array$/.test(resource.dimension ?? '') ? { depth: LAYERS } : {}),
    ...(isStorage ? readOnly : { read_only: true }),
  };
  return kind === 'combined' ? [image, makeSampler(offset + SAMPLER_OFFSET)] : [image];
}

function makeUniformBuffer({ set, bytes, members }: ShaderResource, name: string, offset: number): Resource {
  return {
    name,
    kind: 'buffer',
    set,
    offset,
    bytes: roundUpToWords(bytes),
    read_only: true,
    members: members.map((member) => ({
      name: `${name}.${member.name}`,
      first: member.byte / 4,
      count: Math.ceil(member.bytes / 4),
    })),
  };
}

function roundUpToWords(bytes: number): number {
  return Math.max(4, 4 * Math.ceil(bytes / 4));
}

const CHANNELS = { r: 1, rg: 2, rgba: 4 } as const;
const TYPES = { ui: 'UINT', i: 'SINT', f: 'FLOAT', _snorm: 'SNORM', '': 'UNORM' } as const;

/** Returns the hardware's name for a GLSL format, such as `16_16_FLOAT` for `rg16f`. Returns other names unchanged. */
export function getHardwareFormat(glsl: string): string {
  const [, channels, bits, type] = /^(r|rg|rgba)(8|16|32)(ui|i|f|_snorm|)$/.exec(glsl) ?? [];
  if (channels === undefined) return glsl;
  const widths = Array.from({ length: CHANNELS[channels as keyof typeof CHANNELS] }, () => bits);
  return `${widths.join('_')}_${TYPES[type as keyof typeof TYPES]}`;
}

type Arguments = NonNullable<StateDocument['args']>;
type Inputs = NonNullable<StateDocument['inputs']>;

/** Returns a program's state as set up by its driver: arguments, inputs, user data, registers and resources. */
export function buildShaderState(
  shader: ShaderInterface,
  chip: ChipName,
  output: DriverOutput,
  pipeline: DriverPipeline,
  findSelected: FindSelected = () => undefined,
): StateDocument {
  const { binary, samples, inputLines } = pipeline;
  const scalars = getScalarArguments(chip, pipeline);
  const inline = binary.inlineConstants;
  const resources = listShaderResources(shader, output, findSelected);
  // A program that also reads push constants from memory must read the same values there.
  const pushMembers = binary.pushConstants === undefined ? shader.pushMembers : [];
  const inlineValues =
    inline === undefined
      ? []
      : binary.inlineDwords
          .slice(0, inline.count)
          .map(
            (dword, i) =>
              [`s${inline.first + i}`, getPushSource(pushMembers, shader.bounds, 4 * dword)] as const,
          );
  return {
    chip,
    wave: output.wave === 32 ? 32 : 64,
    samples,
    interlock: (shader.interlock ?? 'none') as NonNullable<StateDocument['interlock']>,
    args: [...scalars, ...getVectorArguments(binary.inputEnable)],
    inputs: matchInputs(shader, inputLines),
    user_data: { ...Object.fromEntries(inlineValues), ...getPsState(shader, scalars, samples) },
    regs: {
      SPI_SHADER_PGM_RSRC1_PS: formatWord(binary.rsrc1),
      SPI_PS_INPUT_ENA: formatWord(binary.inputEnable),
      SPI_PS_INPUT_ADDR: formatWord(binary.inputAddress),
    },
    scratch_bytes_per_wave: binary.scratchBytesPerWave,
    resources,
    coherent: shader.resources
      .filter(({ isCoherent }) => isCoherent)
      .flatMap((resource) => getDescriptorNames(resource.name, countDescriptors(resource)))
      .filter((name) => resources.some((resource) => resource.name === name)),
  };
}

/** Returns the user data word with the sample count and the first iteration's sample mask (corpus.md, `ps_state`). */
function getPsState(
  shader: ShaderInterface,
  args: Arguments,
  samples: number,
): Readonly<Record<string, string>> {
  const argument = args.find(({ name }) => name === 'ps_state');
  if (argument === undefined) return {};
  const sampleBits = Array.from({ length: MASK_SAMPLES }, (_, i) =>
    runsPerSample(shader) && i % samples > 0 ? 0 : 1 << i,
  );
  const mask = sampleBits.reduce((all, bit) => all | bit, 0);
  return { [`s${argument.reg}`]: `0x${(samples | (mask << 6) | (TRIANGLES << 22)).toString(16)}` };
}

const MASK_SAMPLES = 8;
const TRIANGLES = 2;

function getDescriptorNames(name: string, count: number): readonly string[] {
  return count === 1 ? [name] : Array.from({ length: count }, (_, i) => `${name}${i}`);
}

/**
 * Returns the scalar arguments in RADV's load order (radv_shader_args.c): the user SGPRs in the driver's table, then
 * the SGPRs that the hardware loads.
 */
function getScalarArguments(chip: ChipName, { binary }: DriverPipeline): Arguments {
  const { hasWaveIds, hardwareScratchBase } = factsOf(chipOf(chip).gfx);
  const userSgprs = (binary.rsrc2 >>> 1) & 31;
  const found: Arguments[number][] = [];
  const add = (name: string, sgprs: UserSgprs | undefined): void => {
    if (sgprs !== undefined) found.push({ name, file: 's', reg: sgprs.first, size: sgprs.count });
  };
  add('ring_offsets', binary.rings);
  for (const [set, sgprs] of Object.entries(binary.sets)) add(`descriptor_set[${set}]`, sgprs);
  add('push_constants', binary.pushConstants);
  const inline = binary.inlineConstants;
  for (let i = 0; i < (inline?.count ?? 0); i++)
    add(`inline_push_const[${i}]`, { first: inline!.first + i, count: 1 });
  const nextRegister = found.reduce((max, { reg, size }) => Math.max(max, reg + size), 0);
  // When all state is known at compile time, the only other user data a pixel shader gets is the sample count, so the
  // remaining register must hold it.
  if (nextRegister < userSgprs) add('ps_state', { first: nextRegister, count: 1 });
  const system = [
    'prim_mask',
    ...(hasWaveIds ? ['pops_collision_wave_id'] : []),
    ...(hardwareScratchBase ? [] : ['scratch_offset']),
  ];
  for (const [i, name] of system.entries()) add(name, { first: userSgprs + i, count: 1 });
  return found;
}

function getVectorArguments(enabled: number): Arguments {
  let reg = 0;
  return PS_INPUTS.flatMap(({ name, registers }, bit) => {
    if (((enabled >>> bit) & 1) === 0) return [];
    const argument = { name: getArgumentName(name), file: 'v' as const, reg, size: registers };
    reg += registers;
    return [argument];
  });
}

/** Returns an input's argument name. Positions are numbered, as in `frag_pos[0]`. */
function getArgumentName(input: string): string {
  const [, component] = /^frag_pos_([xyzw])$/.exec(input) ?? [];
  return component === undefined ? input : `frag_pos[${'xyzw'.indexOf(component)}]`;
}

/** Matches an input in NIR: `@load_interpolated_input (…) (base=0, …VARYING_SLOT_VAR1…)  // vColor`. */
const NIR_INPUT = /@load_(interpolated_)?input\b.*\bbase=(\d+).*\bVARYING_SLOT_(\w+)(?:.*\/\/ (\w+))?/;

/**
 * Returns the inputs with the attribute numbers from the driver's output, because the driver may have renumbered them.
 * An input that has no name there is matched to the first unnamed one of the same kind.
 */
function matchInputs({ inputs }: ShaderInterface, inputLines: readonly string[]): Inputs {
  const found = new Map<number, Inputs[number]>();
  const unnamed = inputs
    .filter(({ name }) => !inputLines.some((line) => line.endsWith(`// ${name}`)))
    .sort((a, b) => a.location - b.location);
  for (const line of inputLines) {
    const [, interpolated, base, slot = '', name] = NIR_INPUT.exec(line) ?? [];
    if (base === undefined) continue;
    const attr = Number(base);
    if (found.has(attr)) continue;
    const how = interpolated === undefined ? 'flat' : 'interp';
    const unnamedIndex = unnamed.findIndex(({ isFlat }) => isFlat === (how === 'flat'));
    const displayName = slot === 'PRIMITIVE_ID' ? 'gl_PrimitiveID' : name;
    found.set(attr, {
      attr,
      how,
      name: displayName ?? unnamed.splice(unnamedIndex, unnamedIndex < 0 ? 0 : 1)[0]?.name ?? slot,
    });
  }
  return [...found.values()].sort((a, b) => a.attr - b.attr);
}
