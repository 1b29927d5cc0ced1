import { findRegisterField, GENERATIONS, type Gfx, getRegisterAddress } from '../../arch/index.js';
import type { Draw, FaultId } from '../../transactions/index.js';
import type { FieldValues } from './draw-intent.js';
import { packRegisters } from './draw-registers.js';

type Registers = Readonly<Record<string, number>>;

const DRAIN = 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP';
const OVERLAP_SAMPLES = 'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES';

/** The minimum number of samples at which a chip may miss overlaps (pops.md 9). */
const MISSED_SAMPLES = 8;

/** The value of `OVERRIDE_INTRINSIC_RATE` for two samples. */
const TWO_SAMPLE_RATE = 1;

/** The inputs to a register fault, besides the registers of its own draw. */
interface FaultInputs {
  readonly gfx: Gfx;
  /** The correct registers of the previous draw; for the first draw, those of the draw itself. */
  readonly previous: Registers;
  /** The correct registers of all previous draws. */
  readonly earlier: readonly Registers[];
}

/** Returns the value of a field, or 0 if the draw or the generation does not have it. */
function getFieldValue(gfx: Gfx, registers: Registers, name: string): number {
  return findRegisterField(gfx, registers, name) ?? 0;
}

/** No export formats, so nothing reserves export space (S-110). */
const NO_FORMATS: FieldValues = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 0 };

/** Sets a collision argument's bit in PA_SC_SHADER_CONTROL if ordering is off. */
function setWithoutOrdering(argument: string): RegisterFault {
  return (registers, { gfx }) =>
    getFieldValue(gfx, registers, 'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER') !== 0
      ? {}
      : { [`PA_SC_SHADER_CONTROL.${argument}`]: 1 };
}

function countSamples(gfx: Gfx, registers: Registers): number {
  return 1 << getFieldValue(gfx, registers, 'PA_SC_AA_CONFIG.MSAA_NUM_SAMPLES');
}

/** Returns the wrong values, depending on the draw's own correct registers and those of earlier draws. */
type RegisterFault = (registers: Registers, faultInputs: FaultInputs) => FieldValues;

/**
 * The register programming faults (faults.md F): wrong values of fields, or of whole registers. Fields that the generation
 * does not have are skipped.
 */
const REGISTER_FAULTS: Readonly<Partial<Record<FaultId, FieldValues | RegisterFault>>> = {
  F17: { 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE': 1 },
  F33: { 'DB_Z_INFO.NUM_SAMPLES': 0 },
  F34: { 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE': 2 },
  F38: { 'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID': 0 },
  F39: { 'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID': 0 },
  F40: {
    'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER': 0,
    'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID': 0,
    'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID': 1,
  },
  F112: {
    'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER': 0,
    'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID': 0,
    'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID': 0,
  },
  F113: { 'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER': 0 },
  F114: { 'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES': 2 },
  F116: { 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE': 0 },
  F119: { 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP': 1 },
  F121: {
    'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP': 1,
    'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL': 0,
  },
  F124: {
    'PA_SC_VRS_OVERRIDE_CNTL.VRS_OVERRIDE_RATE_COMBINER_MODE': 1,
    'PA_SC_VRS_OVERRIDE_CNTL.VRS_RATE': 0b0101,
  },
  F125: {
    'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': 0,
    'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE': 0,
    'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER': 0,
    'GE_VRS_RATE.RATE_X': 1,
    'GE_VRS_RATE.RATE_Y': 1,
  },
  F128: { 'DB_RENDER_CONTROL.FORCE_EXPORT_ORDER': 1 },
  F129: { 'SPI_TMPRING_SIZE.WAVES': 0 },
  F175: {
    'SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION': 1,
    'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION': 1,
  },
  F176: { 'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION': 1 },
  F177: { 'PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES': 4 },
  F178: { 'DB_DFSM_CONFIG.DISABLE_POPS': 1 },
  F179: { 'DB_SHADER_CONTROL.EXEC_ON_NOOP': 0 },
  F180: { 'DB_SHADER_CONTROL.Z_ORDER': 1 },
  F181: { 'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED': 0 },
  F182: { 'DB_SHADER_CONTROL.EXEC_IF_OVERLAPPED': 1, 'DB_SHADER_CONTROL.OREO_BLEND_ENABLE': 1 },
  F20: (registers, { gfx }) => (countSamples(gfx, registers) >= MISSED_SAMPLES ? { [DRAIN]: 0 } : {}),
  F21: (registers, { gfx }) => (countSamples(gfx, registers) < MISSED_SAMPLES ? { [DRAIN]: 0 } : {}),
  F44: NO_FORMATS,
  F115: (registers, { gfx }) => ({
    [OVERLAP_SAMPLES]: getFieldValue(gfx, registers, 'PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES') + 1,
  }),
  F117: (_, { previous }) => ({ DB_SHADER_CONTROL: previous.DB_SHADER_CONTROL ?? 0 }),
  F118: (_, { gfx, earlier }) =>
    earlier.some((registers) => getFieldValue(gfx, registers, DRAIN) !== 0) ? { [DRAIN]: 1 } : {},
  // Writes to another generation's address: that of DB_Z_INFO on GFX9, an unused one on later generations.
  F120: (registers, { gfx }) => ({
    DB_DFSM_CONTROL: 0,
    ...(hasOtherDrainAddress(gfx) ? { DB_Z_INFO: registers.DB_DFSM_CONTROL ?? 0 } : {}),
  }),
  F122: (_, { previous }) => ({ DB_Z_INFO: previous.DB_Z_INFO ?? 0 }),
  // The writes go to the GFX11 addresses, which on GFX12 belong to registers that an interlocked shader does not use.
  F123: { DB_SHADER_CONTROL: 0, DB_Z_INFO: 0, PA_SC_SHADER_CONTROL: 0 },
  F131: NO_FORMATS,
  F187: (registers, { gfx }) => ({
    [OVERLAP_SAMPLES]: Math.max(getFieldValue(gfx, registers, OVERLAP_SAMPLES) - 1, 0),
  }),
  F195: (registers, { gfx }) =>
    countSamples(gfx, registers) === 1 ? { 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE': 0 } : {},
  F196: (registers, { gfx }) =>
    countSamples(gfx, registers) === 1
      ? { 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE': TWO_SAMPLE_RATE }
      : {},
  F199: (registers, { gfx }) =>
    getFieldValue(gfx, registers, 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE') === 0
      ? { 'DB_Z_INFO.NUM_SAMPLES': 0 }
      : {},
  F201: setWithoutOrdering('LOAD_COLLISION_WAVEID'),
  F202: setWithoutOrdering('LOAD_INTRAWAVE_COLLISION'),
};

/** The faults that change more of a draw than its registers. */
const DRAW_FAULTS: Readonly<Partial<Record<FaultId, (draw: Draw, gfx: Gfx) => Draw>>> = {
  F263: (draw, gfx) => {
    if (!draw.interlock.startsWith('pixel')) return draw;
    const samplesLog2 = 31 - Math.clz32(draw.samples);
    const rates = {
      [OVERLAP_SAMPLES]: samplesLog2,
      'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE': samplesLog2,
    };
    const interlock = draw.interlock === 'pixel-ordered' ? 'sample-ordered' : 'sample-unordered';
    return { ...draw, interlock, registers: packRegisters(gfx, rates, draw.registers) };
  },
};

/** Applies any register faults in `faults` to a test's draws, in order; other faults are ignored. */
export function applyRegisterFaults(gfx: Gfx, draws: readonly Draw[], faults: readonly FaultId[]): Draw[] {
  return draws.map((draw, index) => {
    const earlier = draws.slice(0, index).map(({ registers }) => registers);
    const faultInputs = { gfx, previous: earlier.at(-1) ?? draw.registers, earlier };
    const apply = (registers: Registers, id: FaultId): Registers => {
      const fault = REGISTER_FAULTS[id] ?? {};
      const values = Object.entries(typeof fault === 'function' ? fault(registers, faultInputs) : fault);
      // The names of fields have a dot, unlike those of whole registers.
      const fields = values.filter(([name]) => name.includes('.'));
      const whole = values.filter(([name]) => !name.includes('.'));
      return packRegisters(gfx, Object.fromEntries(fields), { ...registers, ...Object.fromEntries(whole) });
    };
    const changed = { ...draw, registers: faults.reduce(apply, draw.registers) };
    return faults.reduce((current, id) => DRAW_FAULTS[id]?.(current, gfx) ?? current, changed);
  });
}

/** The ids of all faults that `applyRegisterFaults` applies. */
export const REGISTER_FAULT_IDS = Object.keys({ ...REGISTER_FAULTS, ...DRAW_FAULTS }) as FaultId[];

/** Whether the address of DB_Z_INFO is that of DB_DFSM_CONTROL on a different generation. */
function hasOtherDrainAddress(gfx: Gfx): boolean {
  const address = getRegisterAddress(gfx, 'DB_Z_INFO');
  return GENERATIONS.some((name) => name !== gfx && getRegisterAddress(name, 'DB_DFSM_CONTROL') === address);
}
