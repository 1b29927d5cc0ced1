import type { Gfx } from '../../arch/index.js';
import { GENERATIONS, registerAddress, registerField } from '../../arch/index.js';
import type { Draw, FaultId } from '../../transactions/index.js';
import { FIELD_FAULTS } from './field-faults.js';
import { packRegisters } from './register-fields.js';

type Registers = Readonly<Record<string, number>>;

const DRAIN = 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP';
const OVERLAP_SAMPLES = 'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES';

/** Minimum samples at which a chip may miss overlaps (pops.md 9). */
const MISSED_SAMPLES = 8;

/** Value of `OVERRIDE_INTRINSIC_RATE` for two samples. */
const RATE_OF_TWO = 1;

/** A register fault's inputs besides its draw's registers. */
interface FaultInputs {
  readonly gfx: Gfx;
  /** Correct registers of the previous draw; for the first draw, its own. */
  readonly previous: Registers;
  /** Correct registers of all previous draws. */
  readonly earlier: readonly Registers[];
}

/** Value of a field, 0 if the draw or generation has none. */
function fieldValue(gfx: Gfx, registers: Registers, name: string): number {
  return registerField(gfx, registers, name) ?? 0;
}

/** Reset values of registers whose writes went to other addresses. */
function unwritten(...names: readonly string[]): RegisterFault {
  return (registers) => ({ ...registers, ...Object.fromEntries(names.map((name) => [name, 0])) });
}

/** No export format: nothing reserves export space (S-110). */
function withoutFormats(registers: Registers): Registers {
  return { ...registers, SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 0 };
}

/** A collision argument, by its bit of PA_SC_SHADER_CONTROL, supplied although ordering is off. */
function suppliedWithoutOrdering(gfx: Gfx, registers: Registers, argument: string): Registers {
  const isOrdered = fieldValue(gfx, registers, 'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER') !== 0;
  return isOrdered ? registers : packRegisters(gfx, { [`PA_SC_SHADER_CONTROL.${argument}`]: 1 }, registers);
}

/** Rasterisation samples. */
function samplesOf(gfx: Gfx, registers: Registers): number {
  return 1 << fieldValue(gfx, registers, 'PA_SC_AA_CONFIG.MSAA_NUM_SAMPLES');
}

/** The drain of the draw itself, or of any previous one. */
function withStickyDrain(registers: Registers, { gfx, earlier }: FaultInputs): Registers {
  const drains = earlier.some((before) => fieldValue(gfx, before, DRAIN) !== 0);
  return drains ? packRegisters(gfx, { [DRAIN]: 1 }, registers) : registers;
}

type RegisterFault = (registers: Registers, faultInputs: FaultInputs) => Registers;

/**
 * Register programming faults (faults.md F) that depend on the draw or replace whole registers; the others
 * are `FIELD_FAULTS`.
 */
const REGISTER_FAULTS: Readonly<Partial<Record<FaultId, RegisterFault>>> = {
  F20: (registers, { gfx }) =>
    samplesOf(gfx, registers) >= MISSED_SAMPLES ? packRegisters(gfx, { [DRAIN]: 0 }, registers) : registers,
  F21: (registers, { gfx }) =>
    samplesOf(gfx, registers) < MISSED_SAMPLES ? packRegisters(gfx, { [DRAIN]: 0 }, registers) : registers,
  F44: withoutFormats,
  F115: (registers, { gfx }) => {
    const exposed = fieldValue(gfx, registers, 'PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES');
    return packRegisters(gfx, { [OVERLAP_SAMPLES]: exposed + 1 }, registers);
  },
  F117: (registers, { previous }) => ({ ...registers, DB_SHADER_CONTROL: previous.DB_SHADER_CONTROL ?? 0 }),
  F118: withStickyDrain,
  // The other generation's address: on GFX9 that of DB_Z_INFO, on later ones that of no register.
  F120: (registers, { gfx }) => ({
    ...registers,
    DB_DFSM_CONTROL: 0,
    ...(hasOtherDrainAddress(gfx) ? { DB_Z_INFO: registers.DB_DFSM_CONTROL ?? 0 } : {}),
  }),
  F122: (registers, { previous }) => ({ ...registers, DB_Z_INFO: previous.DB_Z_INFO ?? 0 }),
  // On GFX11 their addresses belong to other registers, which a shader with an interlock does not use.
  F123: unwritten('DB_SHADER_CONTROL', 'DB_Z_INFO', 'PA_SC_SHADER_CONTROL'),
  F131: withoutFormats,
  F187: (registers, { gfx }) => {
    const programmed = fieldValue(gfx, registers, OVERLAP_SAMPLES);
    return packRegisters(gfx, { [OVERLAP_SAMPLES]: Math.max(programmed - 1, 0) }, registers);
  },
  F195: (registers, { gfx }) =>
    samplesOf(gfx, registers) === 1
      ? packRegisters(gfx, { 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE': 0 }, registers)
      : registers,
  F196: (registers, { gfx }) =>
    samplesOf(gfx, registers) === 1
      ? packRegisters(gfx, { 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE': RATE_OF_TWO }, registers)
      : registers,
  F199: (registers, { gfx }) =>
    fieldValue(gfx, registers, 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE') === 0
      ? packRegisters(gfx, { 'DB_Z_INFO.NUM_SAMPLES': 0 }, registers)
      : registers,
  F201: (registers, { gfx }) => suppliedWithoutOrdering(gfx, registers, 'LOAD_COLLISION_WAVEID'),
  F202: (registers, { gfx }) => suppliedWithoutOrdering(gfx, registers, 'LOAD_INTRAWAVE_COLLISION'),
};

/** The draws of a test, in order, with the register faults among `faults` injected; other faults change nothing here. */
export function applyRegisterFaults(gfx: Gfx, draws: readonly Draw[], faults: readonly FaultId[]): Draw[] {
  return draws.map((draw, index) => {
    const earlier = draws.slice(0, index).map(({ registers }) => registers);
    const faultInputs = { gfx, previous: earlier.at(-1) ?? draw.registers, earlier };
    const inject = (registers: Registers, id: FaultId): Registers =>
      REGISTER_FAULTS[id]?.(registers, faultInputs) ?? packRegisters(gfx, FIELD_FAULTS[id] ?? {}, registers);
    return { ...draw, registers: faults.reduce(inject, draw.registers) };
  });
}

/** Ids of the faults implemented here. */
export const REGISTER_FAULT_IDS = Object.keys({ ...REGISTER_FAULTS, ...FIELD_FAULTS }) as FaultId[];

/** Whether DB_Z_INFO is at the address of another generation's DB_DFSM_CONTROL. */
function hasOtherDrainAddress(gfx: Gfx): boolean {
  const address = registerAddress(gfx, 'DB_Z_INFO');
  return GENERATIONS.some((other) => other !== gfx && registerAddress(other, 'DB_DFSM_CONTROL') === address);
}
