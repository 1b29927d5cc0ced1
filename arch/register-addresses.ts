import type { Gfx } from './chips.js';
import { lookup } from './lookup.js';
import { REGISTER_FIELDS } from './registers.js';
import { type ByGeneration, inForce } from './since-generation.js';

/** Byte address of a register, or addresses, each from its generation on until the next one. */
type Addresses = number | ByGeneration<number>;

/** The register does not exist from this generation on. */
const GONE = -1;

/**
 * Byte addresses of the registers that hardware, driver and rules speak of, by name (pops.md 7; the corpus' field table;
 * Mesa's register headers for the rest).
 */
const REGISTER_ADDRESSES: Readonly<Record<string, Addresses>> = lookup({
  SPI_PS_MAX_WAVE_ID: 0x90e8,
  DB_DFSM_CONFIG: { gfx9: 0x98c0, gfx11: GONE },
  PA_SC_ENHANCE_1: { gfx9: 0x8bf4, gfx11: 0x2a508 },
  SPI_SHADER_PGM_RSRC4_PS: { gfx10: 0xb004 },
  SPI_SHADER_PGM_RSRC3_PS: 0xb01c,
  SPI_SHADER_PGM_RSRC1_PS: 0xb028,
  SPI_SHADER_PGM_RSRC2_PS: 0xb02c,
  SPI_SHADER_USER_DATA_PS_0: 0xb030,
  DB_RENDER_CONTROL: 0x28000,
  DB_RENDER_OVERRIDE2: 0x28010,
  DB_DFSM_CONTROL: { gfx9: 0x28060, gfx10: 0x28038, gfx11: GONE },
  DB_Z_INFO: { gfx9: 0x28038, gfx10: 0x28040 },
  CB_TARGET_MASK: 0x28238,
  CB_SHADER_MASK: 0x2823c,
  PA_SC_VRS_OVERRIDE_CNTL: { gfx11: 0x283d0 },
  DB_STENCIL_CONTROL: 0x2842c,
  DB_STENCILREFMASK: 0x28430,
  DB_STENCILREFMASK_BF: 0x28434,
  SPI_PS_INPUT_CNTL_0: 0x28644,
  SPI_PS_INPUT_ENA: 0x286cc,
  SPI_PS_INPUT_ADDR: 0x286d0,
  SPI_INTERP_CONTROL_0: 0x286d4,
  SPI_PS_IN_CONTROL: 0x286d8,
  SPI_BARYC_CNTL: 0x286e0,
  SPI_TMPRING_SIZE: 0x286e8,
  SPI_SHADER_Z_FORMAT: 0x28710,
  SPI_SHADER_COL_FORMAT: 0x28714,
  SX_PS_DOWNCONVERT: 0x28754,
  DB_DEPTH_CONTROL: 0x28800,
  DB_EQAA: 0x28804,
  DB_SHADER_CONTROL: 0x2880c,
  PA_CL_VRS_CNTL: { 'gfx10.3': 0x28848 },
  PA_SU_POINT_SIZE: 0x28a00,
  PA_SU_LINE_CNTL: 0x28a08,
  PA_SC_MODE_CNTL_0: 0x28a48,
  PA_SC_MODE_CNTL_1: 0x28a4c,
  DB_ALPHA_TO_MASK: 0x28b70,
  PA_SC_CENTROID_PRIORITY_0: 0x28bd4,
  PA_SC_LINE_CNTL: 0x28bdc,
  PA_SC_AA_CONFIG: 0x28be0,
  PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0: 0x28bf8,
  PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_1: 0x28bfc,
  PA_SC_AA_MASK_X0Y0_X1Y0: 0x28c38,
  PA_SC_AA_MASK_X0Y1_X1Y1: 0x28c3c,
  PA_SC_SHADER_CONTROL: 0x28c40,
  PA_SC_BINNER_CNTL_0: 0x28c44,
  PA_SC_BINNER_CNTL_1: 0x28c48,
  PA_SC_CONSERVATIVE_RASTERIZATION_CNTL: 0x28c4c,
  PA_SC_VRS_SURFACE_CNTL_1: { gfx11: 0x2a580 },
  VGT_PRIMITIVE_TYPE: 0x30908,
  GE_VRS_RATE: { 'gfx10.3': 0x3098c },
});

/** Registers that stand in a row of 32, of which tables name the first. */
const NUMBERED = /^(SPI_PS_INPUT_CNTL|SPI_SHADER_USER_DATA_PS)_(?:[1-9]|[12]\d|3[01])$/;

/** Names of the registers that a generation has, as far as they matter here; of those in a row the first. */
export function registerNames(gfx: Gfx): readonly string[] {
  const ofFields = REGISTER_FIELDS.filter(({ generations }) => generations.includes(gfx));
  const addressed = Object.keys(REGISTER_ADDRESSES).filter(
    (name) => registerAddress(gfx, name) !== undefined,
  );
  return [...new Set([...addressed, ...ofFields.map(({ register }) => register)])];
}

/** The name by which `registerNames` has a register: that of the first where it stands in a row. */
export function listedRegister(name: string): string {
  return name.replace(NUMBERED, '$1_0');
}

/** Byte address of a register on a generation; undefined for one that it lacks or that the table does not name. */
export function registerAddress(gfx: Gfx, register: string): number | undefined {
  const addresses = REGISTER_ADDRESSES[register];
  const address = typeof addresses === 'object' ? inForce(addresses, gfx) : addresses;
  return address === GONE ? undefined : address;
}
