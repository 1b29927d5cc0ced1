import type { Gfx } from './chips.js';
import { lookup } from './collections.js';
import { REGISTER_FIELDS } from './registers.js';
import { type ByGeneration, findGenerationEntry } from './since-generation.js';

/** A register's byte address, or several addresses, each valid from its generation until the next entry. */
type Addresses = number | ByGeneration<number>;

const REMOVED = -1;

/** Marks the first generation for which no source gives the address. */
const NO_SOURCE = -2;

/**
 * The byte addresses of the registers that the hardware, the driver and the rules use, by name (pops.md 7; the corpus's
 * field table; Mesa's register headers for the rest).
 */
const REGISTER_ADDRESSES: Readonly<Record<string, Addresses>> = lookup({
  SPI_PS_MAX_WAVE_ID: 0x90e8,
  DB_DFSM_CONFIG: { gfx9: 0x98c0, gfx11: REMOVED },
  PA_SC_ENHANCE_1: { gfx9: 0x8bf4, gfx11: 0x2a508 },
  SPI_SHADER_PGM_RSRC4_PS: { gfx10: 0xb004, gfx12: 0xb01c },
  SPI_SHADER_PGM_RSRC3_PS: { gfx9: 0xb01c, gfx12: 0xb018 },
  SPI_SHADER_PGM_RSRC1_PS: 0xb028,
  SPI_SHADER_PGM_RSRC2_PS: 0xb02c,
  SPI_SHADER_USER_DATA_PS_0: 0xb030,
  DB_RENDER_CONTROL: 0x28000,
  DB_RENDER_OVERRIDE2: 0x28010,
  DB_DFSM_CONTROL: { gfx9: 0x28060, gfx10: 0x28038, gfx11: REMOVED },
  DB_Z_INFO: { gfx9: 0x28038, gfx10: 0x28040, gfx12: 0x28018 },
  CB_TARGET_MASK: { gfx9: 0x28238, gfx12: 0x28850 },
  CB_SHADER_MASK: { gfx9: 0x2823c, gfx12: 0x28854 },
  PA_SC_VRS_OVERRIDE_CNTL: { gfx11: 0x283d0, gfx12: NO_SOURCE },
  DB_STENCIL_CONTROL: { gfx9: 0x2842c, gfx12: NO_SOURCE },
  DB_STENCILREFMASK: { gfx9: 0x28430, gfx12: NO_SOURCE },
  DB_STENCILREFMASK_BF: { gfx9: 0x28434, gfx12: NO_SOURCE },
  SPI_PS_INPUT_CNTL_0: { gfx9: 0x28644, gfx12: 0x28664 },
  SPI_PS_INPUT_ENA: { gfx9: 0x286cc, gfx12: 0x2865c },
  SPI_PS_INPUT_ADDR: { gfx9: 0x286d0, gfx12: 0x28660 },
  SPI_INTERP_CONTROL_0: { gfx9: 0x286d4, gfx12: 0x28644 },
  SPI_PS_IN_CONTROL: { gfx9: 0x286d8, gfx12: 0x28640 },
  SPI_BARYC_CNTL: { gfx9: 0x286e0, gfx12: 0x28658 },
  SPI_TMPRING_SIZE: { gfx9: 0x286e8, gfx12: NO_SOURCE },
  SPI_SHADER_Z_FORMAT: { gfx9: 0x28710, gfx12: 0x28650 },
  SPI_SHADER_COL_FORMAT: { gfx9: 0x28714, gfx12: 0x28654 },
  SX_PS_DOWNCONVERT: 0x28754,
  DB_DEPTH_CONTROL: { gfx9: 0x28800, gfx12: 0x28070 },
  DB_EQAA: { gfx9: 0x28804, gfx12: 0x28078 },
  DB_SHADER_CONTROL: { gfx9: 0x2880c, gfx12: 0x2806c },
  PA_CL_VRS_CNTL: { 'gfx10.3': 0x28848 },
  PA_SU_POINT_SIZE: { gfx9: 0x28a00, gfx12: NO_SOURCE },
  PA_SU_LINE_CNTL: { gfx9: 0x28a08, gfx12: NO_SOURCE },
  PA_SC_MODE_CNTL_0: 0x28a48,
  PA_SC_MODE_CNTL_1: 0x28a4c,
  DB_ALPHA_TO_MASK: { gfx9: 0x28b70, gfx12: 0x2807c },
  PA_SC_CENTROID_PRIORITY_0: { gfx9: 0x28bd4, gfx12: 0x28bf0 },
  PA_SC_LINE_CNTL: { gfx9: 0x28bdc, gfx12: NO_SOURCE },
  PA_SC_AA_CONFIG: 0x28be0,
  PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0: 0x28bf8,
  PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_1: 0x28bfc,
  PA_SC_AA_MASK_X0Y0_X1Y0: 0x28c38,
  PA_SC_AA_MASK_X0Y1_X1Y1: { gfx9: 0x28c3c, gfx12: NO_SOURCE },
  PA_SC_SHADER_CONTROL: { gfx9: 0x28c40, gfx12: 0x28c58 },
  PA_SC_BINNER_CNTL_0: 0x28c44,
  PA_SC_BINNER_CNTL_1: { gfx9: 0x28c48, gfx12: NO_SOURCE },
  PA_SC_CONSERVATIVE_RASTERIZATION_CNTL: { gfx9: 0x28c4c, gfx12: 0x28c54 },
  PA_SC_VRS_SURFACE_CNTL_1: { gfx11: 0x2a580 },
  PA_SC_HISZ_CONTROL: { gfx12: 0x28bbc },
  PA_SC_SAMPLE_PROPERTIES: { gfx12: 0x28c5c },
  SPI_SHADER_GS_OUT_CONFIG_PS: { gfx12: 0xb0c4 },
  VGT_PRIMITIVE_TYPE: { gfx9: 0x30908, gfx12: NO_SOURCE },
  GE_VRS_RATE: { 'gfx10.3': 0x3098c, gfx12: NO_SOURCE },
});

/** The registers of private memory, the blender and the scissors, whose addresses nothing here needs. */
const WITHOUT_ADDRESS: readonly string[] = [
  'SPI_GFX_SCRATCH_BASE_LO',
  'SPI_GFX_SCRATCH_BASE_HI',
  ...Array.from({ length: 8 }, (_, target) => `CB_BLEND${target}_CONTROL`),
  ...['SCREEN', 'GENERIC', 'VPORT'].flatMap((name) =>
    ['TL', 'BR'].map((corner) => `PA_SC_${name}_SCISSOR_${name === 'VPORT' ? '0_' : ''}${corner}`),
  ),
];

/** Matches all registers but the first in a 32-register array. The tables only list the first. */
const LATER_IN_ARRAY = /^(SPI_PS_INPUT_CNTL|SPI_SHADER_USER_DATA_PS)_(?:[1-9]|[12]\d|3[01])$/;

/** Returns the names of the known registers in a generation, or in any. Only the first register of an array is listed. */
export function listRegisterNames(gfx?: Gfx): readonly string[] {
  const fields = REGISTER_FIELDS.filter(({ generations }) => gfx === undefined || generations.includes(gfx));
  const withAddress = Object.keys(REGISTER_ADDRESSES).filter(
    (name) => gfx === undefined || getRegisterAddress(gfx, name) !== undefined,
  );
  const others = gfx === undefined ? WITHOUT_ADDRESS : [];
  return [...new Set([...withAddress, ...others, ...fields.map(({ register }) => register)])];
}

/**
 * Returns the name under which `listRegisterNames` lists a register. For a register in an array, that is the name of
 * the array's first register.
 */
export function getListedName(name: string): string {
  return name.replace(LATER_IN_ARRAY, '$1_0');
}

/** Returns the byte address of a register in a generation, or undefined if the generation or table lacks it. */
export function getRegisterAddress(gfx: Gfx, register: string): number | undefined {
  const addresses = REGISTER_ADDRESSES[register];
  const address = typeof addresses === 'object' ? findGenerationEntry(addresses, gfx) : addresses;
  return address === REMOVED || address === NO_SOURCE ? undefined : address;
}
