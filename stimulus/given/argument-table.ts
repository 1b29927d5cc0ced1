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

/**
 * The scalars that a driver puts into user SGPRs: their registers and meaning. Any other name needs `user_data` for each of
 * its registers.
 */
const USER: Readonly<Record<string, readonly [registers: string, meaning: string]>> = lookup({
  ring_offsets: ['2', "address of the driver's internal table (scratch, sample positions)"],
  'descriptor_set[0]': ['1 or 2', 'address of a descriptor set: user data `set0.lo`'],
  'inline_push_const[0]': ['1 or more', 'a dword of the push constants: user data `pc+0`'],
  push_constants: ['1 or 2', 'address of a copy of the push constants: user data `pcbuf.lo`'],
  epilog_pc: ['1 or 2', "address of the epilog's code: user data `epilog.lo`"],
  ps_state: ['1', 'sample count, line mode, samples of iteration 0, primitive type'],
  'buffer_descriptor[0]': ['4', 'V# of a buffer created by `check`'],
  'uniform_buffer_descriptor[0]': ['4', 'V# of a buffer that holds a pattern'],
  'texel_buffer_descriptor[0]': ['4', 'V# of a typed buffer'],
  'image_descriptor[0]': ['8', 'T# of an image'],
  'buffer_address[0]': ['2', 'full address of a buffer created by `check`'],
  'sampler_descriptor[0]': ['4', 'S# of a sampler'],
});

/** The scalars that hardware loads after the user SGPRs, in this order (corpus README). */
const SYSTEM: Readonly<Record<string, string>> = lookup({
  prim_mask: 'the M0 value for interpolation; always loaded',
  pops_collision_wave_id:
    'ids, packer and overlap bit of the wave; loaded only on GFX10.3 and earlier, and only if LOAD_COLLISION_WAVEID is set',
  pops_intrawave_collision: 'which quads start new layers; loaded only if LOAD_INTRAWAVE_COLLISION is set',
  load_provoking_vtx: 'the provoking vertices; loaded only if LOAD_PROVOKING_VTX is set',
  scratch_offset:
    "the wave's offset into private memory; loaded only on GFX10.3 and earlier, and only if SCRATCH_EN is set",
});

/** The names of the position inputs, which are numbered where the hardware uses letters. */
export const POSITIONS: Readonly<Record<string, string>> = lookup({
  frag_pos_x: 'frag_pos[0]',
  frag_pos_y: 'frag_pos[1]',
  frag_pos_z: 'frag_pos[2]',
  frag_pos_w: 'frag_pos[3]',
});

/** All argument names with a predefined meaning, in loading order. */
export const ARGUMENTS: readonly ArgumentRow[] = [
  ...Object.entries(USER).map(
    ([name, [registers, meaning]]): ArgumentRow => ({
      name,
      // Drivers give one of these names a prefix.
      pattern: new RegExp(`^${name.replace('[0]', '\\[\\d+\\]').replace('epilog_pc', '(?:ps_)?$&')}$`),
      file: 's',
      registers,
      kind: 'user',
      meaning,
    }),
  ),
  ...Object.entries(SYSTEM).map(([name, meaning]) => createLoadedRow(name, 's', 1, meaning)),
  // The vectors that hardware packs into VGPRs starting at v0, in the order of their SPI_PS_INPUT_ENA bits.
  ...PS_INPUTS.map(({ name, registers }) =>
    createLoadedRow(POSITIONS[name] ?? name, 'v', registers, `input ${name} of SPI_PS_INPUT_ENA`),
  ),
];

/** Returns the row of an argument name, or undefined if the name has no predefined meaning. */
export function findArgumentRow(name: string): ArgumentRow | undefined {
  return ARGUMENTS.find(({ pattern }) => pattern.test(name));
}

/** Describes an argument that hardware loads. */
function createLoadedRow(name: string, file: 's' | 'v', registers: number, meaning: string): ArgumentRow {
  const pattern = new RegExp(`^${name.replace(/[[\]]/g, '\\$&')}$`);
  const kind = file === 's' ? 'system' : 'input';
  return { name, pattern, file, registers: String(registers), kind, meaning };
}
