import { lookup, PS_INPUTS } from '../../arch/index.js';

/** A predefined argument: its name, registers and meaning. */
export interface ArgumentRow {
  /** The name as shown in the documentation, where a number stands for any number. */
  readonly name: string;
  readonly pattern: RegExp;
  readonly file: 's' | 'v';
  /** The number of registers that the argument occupies. */
  readonly registers: string;
  /** `user`: in user SGPRs, starting at s0. `system`, `input`: loaded by hardware after those, in row order. */
  readonly kind: 'user' | 'system' | 'input';
  readonly meaning: string;
}

/** The scalars that a driver puts into user SGPRs. Any other name needs `user_data` for each of its registers. */
const USER: readonly ArgumentRow[] = [
  createUserRow(
    'ring_offsets',
    /^ring_offsets$/,
    '2',
    "address of the driver's internal table (scratch, sample positions)",
  ),
  createUserRow(
    'descriptor_set[0]',
    /^descriptor_set\[\d+\]$/,
    '1 or 2',
    'address of a descriptor set: user data `set0.lo`',
  ),
  createUserRow(
    'inline_push_const[0]',
    /^inline_push_const\[\d+\]$/,
    '1 or more',
    'a dword of the push constants: user data `pc+0`',
  ),
  createUserRow(
    'push_constants',
    /^push_constants$/,
    '1 or 2',
    'address of a copy of the push constants: user data `pcbuf.lo`',
  ),
  createUserRow(
    'epilog_pc',
    /^(?:ps_)?epilog_pc$/,
    '1 or 2',
    "address of the epilog's code: user data `epilog.lo`",
  ),
  createUserRow(
    'ps_state',
    /^ps_state$/,
    '1',
    'sample count, line mode, samples of iteration 0, primitive type',
  ),
  createUserRow(
    'buffer_descriptor[0]',
    /^buffer_descriptor\[\d+\]$/,
    '4',
    'V# of a buffer created by `check`',
  ),
  createUserRow(
    'uniform_buffer_descriptor[0]',
    /^uniform_buffer_descriptor\[\d+\]$/,
    '4',
    'V# of a buffer that holds a pattern',
  ),
  createUserRow(
    'texel_buffer_descriptor[0]',
    /^texel_buffer_descriptor\[\d+\]$/,
    '4',
    'V# of a typed buffer',
  ),
  createUserRow('image_descriptor[0]', /^image_descriptor\[\d+\]$/, '8', 'T# of an image'),
  createUserRow(
    'buffer_address[0]',
    /^buffer_address\[\d+\]$/,
    '2',
    'full address of a buffer created by `check`',
  ),
  createUserRow('sampler_descriptor[0]', /^sampler_descriptor\[\d+\]$/, '4', 'S# of a sampler'),
];

/** The scalars that hardware loads after the user SGPRs, in this order (corpus README). */
const SYSTEM: readonly ArgumentRow[] = [
  createSystemRow('prim_mask', 'the M0 value for interpolation; always loaded'),
  createSystemRow(
    'pops_collision_wave_id',
    'ids, packer and overlap bit of the wave; loaded only on GFX10.3 and earlier, and only if LOAD_COLLISION_WAVEID is set',
  ),
  createSystemRow(
    'pops_intrawave_collision',
    'which quads start new layers; loaded only if LOAD_INTRAWAVE_COLLISION is set',
  ),
  createSystemRow('load_provoking_vtx', 'the provoking vertices; loaded only if LOAD_PROVOKING_VTX is set'),
  createSystemRow(
    'scratch_offset',
    "the wave's offset into private memory; loaded only on GFX10.3 and earlier, and only if SCRATCH_EN is set",
  ),
];

/** The names of the position inputs, which are numbered where the hardware uses letters. */
const POSITIONS: Readonly<Record<string, string>> = lookup({
  frag_pos_x: 'frag_pos[0]',
  frag_pos_y: 'frag_pos[1]',
  frag_pos_z: 'frag_pos[2]',
  frag_pos_w: 'frag_pos[3]',
});

/** The vectors that hardware packs into VGPRs starting at v0, in the order of their SPI_PS_INPUT_ENA bits. */
const INPUTS: readonly ArgumentRow[] = PS_INPUTS.map(({ name: bit, registers }) => {
  const name = POSITIONS[bit] ?? bit;
  return {
    name,
    pattern: createExactPattern(name),
    file: 'v',
    registers: String(registers),
    kind: 'input',
    meaning: `input ${bit} of SPI_PS_INPUT_ENA`,
  };
});

/** All argument names with a predefined meaning, in loading order. */
export const ARGUMENTS: readonly ArgumentRow[] = [...USER, ...SYSTEM, ...INPUTS];

/** Returns the row of an argument name, or undefined if the name has no predefined meaning. */
export function findArgumentRow(name: string): ArgumentRow | undefined {
  return ARGUMENTS.find(({ pattern }) => pattern.test(name));
}

function createUserRow(name: string, pattern: RegExp, registers: string, meaning: string): ArgumentRow {
  return { name, pattern, file: 's', registers, kind: 'user', meaning };
}

function createSystemRow(name: string, meaning: string): ArgumentRow {
  return {
    name,
    pattern: createExactPattern(name),
    file: 's',
    registers: '1',
    kind: 'system',
    meaning,
  };
}

function createExactPattern(name: string): RegExp {
  return new RegExp(`^${name.replace(/[[\]]/g, '\\$&')}$`);
}
