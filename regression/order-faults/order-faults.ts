import type { ChipName } from '../../arch/index.js';
import { type FaultId, type Freedoms, setting } from '../../transactions/index.js';

/** A fault that shows only in some orders of events, and the small scene in which it is looked for. */
export interface OrderFault {
  readonly fault: FaultId;
  readonly test: string;
  readonly chip: ChipName;
  /** The pixel of each wave (`../explore/small-scene.ts`). */
  readonly pixels: string;
  /** Knobs that bring what the fault breaks into reach, such as little export space. */
  readonly knobs: Partial<Freedoms>;
  /** Events that meet at one unit may also come in one cycle. */
  readonly sameClock?: boolean;
}

const rows = (test: string, chip: ChipName, pixels: string, ...faults: readonly FaultId[]): OrderFault[] =>
  faults.map((fault) => ({ fault, test, chip, pixels, knobs: {} }));

const withKnobs = (knobs: Partial<Freedoms>, ...all: readonly OrderFault[]): OrderFault[] =>
  all.map((row) => ({ ...row, knobs }));

const atSameClock = (all: readonly OrderFault[]): OrderFault[] =>
  all.map((row) => ({ ...row, sameClock: true }));

/** `s_sleep 0xffff` ends with a wake only: a lost one is a hang, and not a long sleep (U10). */
const UNTIL_WAKE = setting('sleepEndless', 'until-wake');

/**
 * The faults of classes ORD, HANG, PROTO and RACE whose mechanism lies in the order of events. Not among them: faults of arithmetic (a
 * wrap, a number of bits), of registers, of sizes (a full table), of coverage, and of a second packer, and those that only a rule about
 * cycles sees (F57, F145).
 */
export const ORDER_FAULTS: readonly OrderFault[] = [
  ...rows('rmw_buffer', 'vega10', 'AA', 'F19'),
  ...rows('rmw_buffer', 'vega10', 'ABA', 'F26'),
  ...rows('rmw_buffer', 'vega10', 'AA', 'F41'),
  ...withKnobs({ exportSpace: 1 }, ...rows('rmw_buffer', 'navi31', 'AAA', 'F42')),
  ...rows('rmw_buffer', 'navi31', 'AA', 'F43'),
  ...rows('rmw_buffer', 'vega10', 'AAB', 'F45'),
  ...rows('rmw_buffer', 'vega10', 'AA', 'F46', 'F49', 'F50', 'F54'),
  ...atSameClock(rows('rmw_buffer', 'vega10', 'ABA', 'F48')),
  ...rows('rmw_buffer', 'vega10', 'AA', 'F61'),
  ...rows('rmw_buffer', 'navi31', 'AA', 'F62'),
  ...rows('ubo_in_section', 'vega10', 'AA', 'F63'),
  ...rows('combined_exit', 'vega10', 'AA', 'F64'),
  ...rows('rmw_buffer', 'navi31', 'AA', 'F65'),
  ...withKnobs({ waveSlots: 2 }, ...rows('rmw_buffer', 'navi31', 'AAA', 'F66')),
  ...rows('rmw_buffer', 'vega10', 'AA', 'F73', 'F74'),
  ...rows('many_paths', 'vega10', 'AA', 'F77', 'F78'),
  ...rows('rmw_buffer', 'vega10', 'AA', 'F97'),
  ...rows('many_paths', 'vega10', 'AA', 'F99'),
  ...rows('rmw_buffer', 'vega10', 'AA', 'F101', 'F102'),
  ...rows('rmw_buffer', 'navi21', 'AA', 'F103'),
  ...rows('many_paths', 'vega10', 'AA', 'F105'),
  ...rows('rmw_buffer', 'vega10', 'AA', 'F106'),
  ...rows('mrt4', 'navi31', 'AA', 'F132'),
  ...rows('sections', 'navi31', 'AA', 'F139'),
  ...withKnobs({ exportSpace: 1 }, ...rows('rmw_buffer', 'navi31', 'AA', 'F144')),
  ...rows('rmw_buffer', 'vega10', 'AA', 'F154'),
  ...rows('rmw_buffer', 'vega10', 'ABCD', 'F166'),
  ...rows('many_paths', 'vega10', 'AA', 'F192'),
  ...atSameClock(rows('rmw_buffer', 'vega10', 'ABCC', 'F239')),
  ...atSameClock(rows('rmw_buffer', 'vega10', 'ABB', 'F240')),
  ...atSameClock(withKnobs({ sleepEndless: UNTIL_WAKE }, ...rows('rmw_buffer', 'navi21', 'AA', 'F241'))),
  ...withKnobs({ sleepEndless: UNTIL_WAKE }, ...rows('rmw_buffer', 'navi21', 'ABB', 'F242')),
  ...rows('rmw_buffer', 'vega10', 'ABB', 'F243'),
  ...withKnobs({ idWrap: 7, idWindow: 7 }, ...rows('rmw_buffer', 'navi21', 'AAAAAAAAA', 'F244')),
  ...atSameClock(rows('rmw_buffer', 'navi31', 'A', 'F245')),
  ...atSameClock(withKnobs({ primitivesPerWave: 2 }, ...rows('rmw_buffer', 'navi31', 'ACBDAB', 'F246'))),
];

/** Whether a fault shows only where events come in one cycle. */
export function needsSameClock(fault: FaultId): boolean {
  return ORDER_FAULTS.some((row) => row.fault === fault && row.sameClock === true);
}
