import type { ExportType, Instruction } from '../../arch/index.js';
import type { CapturedScalars } from '../captured-scalars.js';
import type { DeviceContext } from '../context.js';
import type { Wave } from '../wave.js';
import type { ExportRequest } from './export-arbiter.js';

/** A wave's request on the way to the bus. */
interface WaveRequest extends ExportRequest {
  readonly wave: Wave;
  readonly instruction: Instruction;
}

/** An export. */
export interface WaveExport extends WaveRequest {
  readonly type: Exclude<ExportType, 'gds'>;
  /** EXEC at issue. */
  readonly lanesLo: number;
  readonly lanesHi: number;
}

/** An access to the global data share. */
export interface WaveAccess extends WaveRequest {
  readonly type: 'gds';
  readonly scalars: CapturedScalars;
}

/** Target reported for a global data share access, which has none. */
const NO_TARGET = -1;

/** Data of an export without data. */
export const NO_DATA = new Int32Array(0);

/** Reports a wave's bus request. */
export function reportRequested(
  { sink, now }: DeviceContext,
  { wave, instruction, type, index }: WaveExport | WaveAccess,
): void {
  const { pc } = instruction;
  if (sink) sink({ kind: 'export-requested', cycle: now, wave: wave.number, pc, type, index });
}

/** Reports an export on the bus with this data. */
export function reportGranted(
  { sink, now }: DeviceContext,
  { wave, instruction, type, index, lanesLo, lanesHi }: WaveExport,
  data: Int32Array,
): void {
  if (!sink) return;
  const { pc } = instruction;
  const { target, enabled, compressed } = instruction.export!;
  const part = { target, enabled, compressed, lanesLo, lanesHi, data };
  sink({ kind: 'export-granted', cycle: now, wave: wave.number, pc, type, index, ...part });
}

/** Reports a global data share access on the bus. */
export function reportAccessGranted(
  { sink, now }: DeviceContext,
  { wave, instruction, type, index, scalars }: WaveAccess,
): void {
  if (!sink) return;
  const { pc } = instruction;
  const [lanesLo, lanesHi] = scalars.exec;
  const part = { target: NO_TARGET, enabled: 0, compressed: false, lanesLo, lanesHi, data: NO_DATA };
  sink({ kind: 'export-granted', cycle: now, wave: wave.number, pc, type, index, ...part });
}

/** Reports that SX allocated or freed a wave's space. */
export function reportSpace({ sink, now }: DeviceContext, kind: 'sx-alloc' | 'sx-freed', wave: Wave): void {
  if (sink) sink({ kind, cycle: now, wave: wave.number, packer: packerOf(wave) });
}

/** Packer of a pixel wave; -1 for a background wave. */
function packerOf({ group, packer }: Wave): number {
  return group === undefined ? packer : -1;
}
