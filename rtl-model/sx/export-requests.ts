import type { ExportType, Instruction } from '../../arch/index.js';
import type { CapturedScalars } from '../captured-scalars.js';
import type { DeviceContext } from '../context.js';
import type { Wave } from '../wave.js';
import type { ExportRequest } from './export-arbiter.js';

/** A wave's pending request for the bus. */
interface WaveRequest extends ExportRequest {
  readonly wave: Wave;
  readonly instruction: Instruction;
}

/** A request for an export. */
export interface WaveExport extends WaveRequest {
  readonly type: Exclude<ExportType, 'gds'>;
  /** The low half of EXEC at issue. */
  readonly lanesLo: number;
  /** The high half of EXEC at issue. */
  readonly lanesHi: number;
}

/** A request for a GDS access. */
export interface WaveAccess extends WaveRequest {
  readonly type: 'gds';
  readonly scalars: CapturedScalars;
}

/** The target reported for GDS accesses, which have none. */
const NO_TARGET = -1;

/** Shared by exports that carry no data. */
export const NO_DATA = new Int32Array(0);

/** Reports that a wave has requested the bus. */
export function reportRequested(
  { sink, now }: DeviceContext,
  { wave, instruction, type, index }: WaveExport | WaveAccess,
): void {
  const { pc } = instruction;
  if (sink) sink({ kind: 'export-requested', cycle: now, wave: wave.number, pc, type, index });
}

/** Reports that an export has been granted the bus, with the given data. */
export function reportGranted(
  { sink, now }: DeviceContext,
  { wave, instruction, type, index, lanesLo, lanesHi }: WaveExport,
  data: Int32Array,
): void {
  if (!sink) return;
  const { pc } = instruction;
  const { target, enabled, compressed } = instruction.export!;
  const payload = { target, enabled, compressed, lanesLo, lanesHi, data };
  sink({ kind: 'export-granted', cycle: now, wave: wave.number, pc, type, index, ...payload });
}

/** Reports that a GDS access has been granted the bus. */
export function reportAccessGranted(
  { sink, now }: DeviceContext,
  { wave, instruction, type, index, scalars }: WaveAccess,
): void {
  if (!sink) return;
  const { pc } = instruction;
  const [lanesLo, lanesHi] = scalars.exec;
  const payload = { target: NO_TARGET, enabled: 0, compressed: false, lanesLo, lanesHi, data: NO_DATA };
  sink({ kind: 'export-granted', cycle: now, wave: wave.number, pc, type, index, ...payload });
}

/** Reports that SX has allocated or freed a wave's space. */
export function reportSpace({ sink, now }: DeviceContext, kind: 'sx-alloc' | 'sx-freed', wave: Wave): void {
  if (sink) sink({ kind, cycle: now, wave: wave.number, packer: getPacker(wave) });
}

/** Returns the packer of a pixel wave, or -1 for a background wave. */
function getPacker({ group, packer }: Wave): number {
  return group === undefined ? packer : -1;
}
