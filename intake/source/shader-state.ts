import { type ChipName, chipOf, factsOf, PS_INPUTS } from '../../arch/index.js';
import type { StateDocument } from '../../harness/programs/index.js';
import type { DriverOutput, DriverPipeline } from './driver-process.js';
import { countDescriptors } from './driver-request.js';
import type { UserSgprs } from './pipeline-cache.js';
import { getPushSource } from './push-sources.js';
import { runsPerSample } from './shader-intent.js';
import type { ShaderInterface } from './shader-interface.js';
import { listShaderResources } from './state-resources.js';

type Arguments = NonNullable<StateDocument['args']>;
type Inputs = NonNullable<StateDocument['inputs']>;

/** Returns a program's state as set up by its driver: arguments, inputs, user data, registers and resources. */
export function buildShaderState(
  shader: ShaderInterface,
  chip: ChipName,
  output: DriverOutput,
  pipeline: DriverPipeline,
): StateDocument {
  const { binary, samples, inputLines } = pipeline;
  const scalars = getScalarArguments(chip, pipeline);
  const inline = binary.inlineConstants;
  // A program that also reads push constants from memory must read the same values there.
  const pushWords = binary.pushConstants === undefined ? shader.pushWords : undefined;
  const inlineValues =
    inline === undefined
      ? []
      : binary.inlineDwords
          .slice(0, inline.count)
          .map((dword, i) => [`s${inline.first + i}`, getPushSource(pushWords, 4 * dword)] as const);
  return {
    chip,
    wave: output.wave === 32 ? 32 : 64,
    samples,
    interlock: (shader.interlock ?? 'pixel_interlock_ordered') as NonNullable<StateDocument['interlock']>,
    args: [...scalars, ...getVectorArguments(binary.inputEnable)],
    inputs: matchInputs(shader, inputLines),
    user_data: { ...Object.fromEntries(inlineValues), ...getPsState(shader, scalars, samples) },
    regs: {
      SPI_SHADER_PGM_RSRC1_PS: formatWord(binary.rsrc1),
      SPI_PS_INPUT_ENA: formatWord(binary.inputEnable),
      SPI_PS_INPUT_ADDR: formatWord(binary.inputAddress),
    },
    scratch_bytes_per_wave: binary.scratchBytesPerWave,
    resources: listShaderResources(shader, output),
    coherent: shader.resources
      .filter(({ isCoherent }) => isCoherent)
      .flatMap((resource) => getDescriptorNames(resource.name, countDescriptors(resource))),
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

/** Returns the names of a binding's descriptors, numbered if it is an array. */
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

/** Returns the vector arguments, packed in the order of their enable bits. */
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

function formatWord(value: number): string {
  return `0x${(value >>> 0).toString(16).padStart(8, '0')}`;
}
