import type { Gfx } from '../../arch/index.js';
import type { Draw, FaultId } from '../../transactions/index.js';
import { FIELD_FAULTS } from './field-faults.js';
import { packRegisters } from './register-fields.js';

type Registers = Readonly<Record<string, number>>;

/** PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE. */
const OUT_OF_ORDER_PRIMITIVES = 1 << 27;

/** LOAD_COLLISION_WAVEID of SPI_SHADER_PGM_RSRC2_PS and of PA_SC_SHADER_CONTROL. */
const RSRC2_LOAD_COLLISION = 1 << 25;
const SC_LOAD_COLLISION = 1 << 2;

/** LOAD_INTRAWAVE_COLLISION of PA_SC_SHADER_CONTROL. */
const SC_LOAD_INTRAWAVE = 1 << 3;

/** DB_Z_INFO.NUM_SAMPLES. */
const DEPTH_SAMPLES = 0b11 << 2;

/** DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE, and the rates of two and four samples in it. */
const OVERLAP_RATE = 0b111 << 26;
const TWO_SAMPLES = 1 << 26;
const FOUR_SAMPLES = 2 << 26;
const OVERRIDE_RATE = 1 << 25;

/** PA_SC_VRS_OVERRIDE_CNTL: the override mode with a rate of 2x2. */
const FORCED_COARSE = 1 | (0b0101 << 4);

/** PRIMITIVE_ORDERED_PIXEL_SHADER and POPS_OVERLAP_NUM_SAMPLES of DB_SHADER_CONTROL; log2 of four samples in the latter. */
const ORDERED = 1 << 16;
const OVERLAP_SAMPLES = 7 << 20;
const OVERLAP_OF_FOUR = 2 << 20;

/** DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP and DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL. */
const DRAIN = 1 << 2;
const SQUAD_CONTROL = 3;

/** Low bits of PA_SC_AA_CONFIG: MSAA_NUM_SAMPLES; and from how many samples on a chip may miss overlaps (pops.md 9). */
const RASTER_SAMPLES = 7;
const MISSED_SAMPLES = 8;

/** Low bits of PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES, POPS_OVERLAP_NUM_SAMPLES and PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE. */
const EXPOSED_LOW = 20;
const OVERLAP_LOW = 20;
const SAMPLE_ITER = 7 << 9;

/** PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE. */
const ITERATES_SAMPLES = 1 << 16;

/** DB_RENDER_CONTROL.FORCE_EXPORT_ORDER. */
const FORCE_EXPORT_ORDER = 1 << 19;

/** SPI_TMPRING_SIZE.WAVES. */
const SCRATCH_WAVES = 0xfff;

/** GE_VRS_RATE: 2x2. */
const COARSE_RATE = 0x11;

/** What a register fault may know beside the registers of its draw. */
interface Surroundings {
  readonly gfx: Gfx;
  /** Correct registers of the draw before; the draw's own for the first one. */
  readonly previous: Registers;
  /** Correct registers of all draws before. */
  readonly earlier: readonly Registers[];
}

/** The registers with `value` in place of the bits of `mask` in one of them. */
function withBits(registers: Registers, name: string, mask: number, value: number): Registers {
  return { ...registers, [name]: (((registers[name] ?? 0) & ~mask) | value) >>> 0 };
}

/** No export format: nothing reserves export space (S-110). */
function withoutFormats(registers: Registers): Registers {
  return { ...registers, SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 0 };
}

/** An argument of the collision supplied where ordering is off. */
function suppliedWithoutOrdering(registers: Registers, argument: number): Registers {
  const isOrdered = ((registers.DB_SHADER_CONTROL ?? 0) & ORDERED) !== 0;
  return isOrdered ? registers : withBits(registers, 'PA_SC_SHADER_CONTROL', argument, argument);
}

/** Samples of rasterisation. */
function samplesOf(registers: Registers): number {
  return 1 << ((registers.PA_SC_AA_CONFIG ?? 0) & RASTER_SAMPLES);
}

/** The drain of the draw itself, or of any earlier one. */
function withStickyDrain(registers: Registers, { earlier }: Surroundings): Registers {
  const drains = earlier.some(({ DB_DFSM_CONTROL = 0 }) => (DB_DFSM_CONTROL & DRAIN) !== 0);
  return drains ? withBits(registers, 'DB_DFSM_CONTROL', DRAIN, DRAIN) : registers;
}

function withoutDrain(registers: Registers): Registers {
  return withBits(registers, 'DB_DFSM_CONTROL', DRAIN, 0);
}

type RegisterFault = (registers: Registers, surroundings: Surroundings) => Registers;

/** Faults of the register programming (faults.md F): each turns a correct set of values into a wrong one. */
const REGISTER_FAULTS: Readonly<Partial<Record<FaultId, RegisterFault>>> = {
  F17: (registers) => ({
    ...registers,
    PA_SC_MODE_CNTL_1: ((registers.PA_SC_MODE_CNTL_1 ?? 0) | OUT_OF_ORDER_PRIMITIVES) >>> 0,
  }),
  F20: (registers) => (samplesOf(registers) >= MISSED_SAMPLES ? withoutDrain(registers) : registers),
  F21: (registers) => (samplesOf(registers) < MISSED_SAMPLES ? withoutDrain(registers) : registers),
  F33: (registers) => ({ ...registers, DB_Z_INFO: (registers.DB_Z_INFO ?? 0) & ~DEPTH_SAMPLES }),
  F34: (registers) => ({
    ...registers,
    DB_SHADER_CONTROL: (((registers.DB_SHADER_CONTROL ?? 0) & ~OVERLAP_RATE) | FOUR_SAMPLES) >>> 0,
  }),
  F38: (registers) => ({
    ...registers,
    SPI_SHADER_PGM_RSRC2_PS: (registers.SPI_SHADER_PGM_RSRC2_PS ?? 0) & ~RSRC2_LOAD_COLLISION,
  }),
  F39: (registers) => ({
    ...registers,
    PA_SC_SHADER_CONTROL: (registers.PA_SC_SHADER_CONTROL ?? 0) & ~SC_LOAD_COLLISION,
  }),
  F40: (registers) => ({
    ...withBits(registers, 'DB_SHADER_CONTROL', ORDERED, 0),
    SPI_SHADER_PGM_RSRC2_PS: (registers.SPI_SHADER_PGM_RSRC2_PS ?? 0) & ~RSRC2_LOAD_COLLISION,
    PA_SC_SHADER_CONTROL: (registers.PA_SC_SHADER_CONTROL ?? 0) | SC_LOAD_COLLISION,
  }),
  F44: withoutFormats,
  F112: (registers) =>
    withBits(
      withBits(
        withBits(registers, 'DB_SHADER_CONTROL', ORDERED, 0),
        'SPI_SHADER_PGM_RSRC2_PS',
        RSRC2_LOAD_COLLISION,
        0,
      ),
      'PA_SC_SHADER_CONTROL',
      SC_LOAD_COLLISION,
      0,
    ),
  F113: (registers) => withBits(registers, 'DB_SHADER_CONTROL', ORDERED, 0),
  F114: (registers) => withBits(registers, 'DB_SHADER_CONTROL', OVERLAP_SAMPLES, OVERLAP_OF_FOUR),
  F115: (registers) => {
    const exposed = ((registers.PA_SC_AA_CONFIG ?? 0) >>> EXPOSED_LOW) & 7;
    return withBits(registers, 'DB_SHADER_CONTROL', OVERLAP_SAMPLES, (exposed + 1) << OVERLAP_LOW);
  },
  F116: (registers) => withBits(registers, 'DB_SHADER_CONTROL', OVERRIDE_RATE, 0),
  F117: (registers, { previous }) => ({ ...registers, DB_SHADER_CONTROL: previous.DB_SHADER_CONTROL ?? 0 }),
  F118: withStickyDrain,
  F119: (registers) => withBits(registers, 'DB_DFSM_CONTROL', DRAIN, DRAIN),
  // The other generation's address: on GFX9 that of DB_Z_INFO, later nobody's.
  F120: (registers, { gfx }) => ({
    ...registers,
    DB_DFSM_CONTROL: 0,
    ...(gfx === 'gfx9' ? { DB_Z_INFO: registers.DB_DFSM_CONTROL ?? 0 } : {}),
  }),
  F121: (registers) =>
    withBits(withBits(registers, 'DB_DFSM_CONTROL', DRAIN, DRAIN), 'DB_RENDER_OVERRIDE2', SQUAD_CONTROL, 0),
  F122: (registers, { previous }) => ({ ...registers, DB_Z_INFO: previous.DB_Z_INFO ?? 0 }),
  F124: (registers) => ({ ...registers, PA_SC_VRS_OVERRIDE_CNTL: FORCED_COARSE }),
  F125: (registers) => ({
    ...withBits(
      withBits(registers, 'PA_CL_VRS_CNTL', SAMPLE_ITER, 0),
      'PA_SC_MODE_CNTL_1',
      ITERATES_SAMPLES,
      0,
    ),
    DB_SHADER_CONTROL: (registers.DB_SHADER_CONTROL ?? 0) & ~ORDERED,
    GE_VRS_RATE: COARSE_RATE,
  }),
  F128: (registers) => withBits(registers, 'DB_RENDER_CONTROL', FORCE_EXPORT_ORDER, FORCE_EXPORT_ORDER),
  F129: (registers) => withBits(registers, 'SPI_TMPRING_SIZE', SCRATCH_WAVES, 0),
  F131: withoutFormats,
  F187: (registers) => {
    const told = ((registers.DB_SHADER_CONTROL ?? 0) & OVERLAP_SAMPLES) >>> OVERLAP_LOW;
    return withBits(registers, 'DB_SHADER_CONTROL', OVERLAP_SAMPLES, Math.max(told - 1, 0) << OVERLAP_LOW);
  },
  F201: (registers) => suppliedWithoutOrdering(registers, SC_LOAD_COLLISION),
  F202: (registers) => suppliedWithoutOrdering(registers, SC_LOAD_INTRAWAVE),
  F199: (registers) =>
    (registers.DB_SHADER_CONTROL ?? 0) & OVERLAP_RATE
      ? registers
      : { ...registers, DB_Z_INFO: (registers.DB_Z_INFO ?? 0) & ~DEPTH_SAMPLES },
  F195: (registers) =>
    samplesOf(registers) === 1 ? withBits(registers, 'DB_SHADER_CONTROL', OVERRIDE_RATE, 0) : registers,
  F196: (registers) =>
    samplesOf(registers) === 1
      ? withBits(registers, 'DB_SHADER_CONTROL', OVERLAP_RATE, TWO_SAMPLES)
      : registers,
};

/** The draws of a test, in order, with the register faults among `faults` put in; other faults change nothing here. */
export function applyRegisterFaults(gfx: Gfx, draws: readonly Draw[], faults: readonly FaultId[]): Draw[] {
  return draws.map((draw, index) => {
    const earlier = draws.slice(0, index).map(({ registers }) => registers);
    const surroundings = { gfx, previous: earlier.at(-1) ?? draw.registers, earlier };
    const put = (registers: Registers, id: FaultId): Registers =>
      REGISTER_FAULTS[id]?.(registers, surroundings) ?? packRegisters(gfx, FIELD_FAULTS[id] ?? {}, registers);
    return { ...draw, registers: faults.reduce(put, draw.registers) };
  });
}

/** Ids of the faults that live here. */
export const REGISTER_FAULT_IDS = Object.keys({ ...REGISTER_FAULTS, ...FIELD_FAULTS }) as FaultId[];
