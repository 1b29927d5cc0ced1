import type { MemoryRequest } from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import type { LocalRecord } from './local-record.js';

/** Reports that an indexed access has been issued. */
export function reportIssued(
  { sink, now }: DeviceContext,
  { wave, instruction, access }: LocalRecord,
  request: MemoryRequest,
): void {
  if (!sink) return;
  const { space, access: operation, counter, bytes, glc, dlc, slc } = instruction.memory!;
  const { lanesLo, lanesHi, addresses } = request;
  const { pc } = instruction;
  const common = { cycle: now, wave: wave.number, pc, access } as const;
  const bits = { glc, dlc, slc } as const;
  sink({
    kind: 'memory-issued',
    ...common,
    operation,
    space,
    counter,
    lanesLo,
    lanesHi,
    addresses,
    bytes,
    ...bits,
  });
}

/** Reports that an indexed access has taken effect. */
export function reportPerformed(
  { sink, now }: DeviceContext,
  { wave, access }: LocalRecord,
  { data }: MemoryRequest,
): void {
  if (sink) sink({ kind: 'memory-performed', cycle: now, wave: wave.number, access, level: 'LDS', data });
}

/** Reports that the data of an indexed access has reached the registers. */
export function reportReturned(
  { sink, now }: DeviceContext,
  { wave, access, instruction }: LocalRecord,
): void {
  const { counter } = instruction.memory!;
  if (sink) sink({ kind: 'memory-returned', cycle: now, wave: wave.number, access, counter });
}

/** Reports that the given banks have served a direct-path read request. */
export function reportRead(
  { sink, now }: DeviceContext,
  { wave, instruction, requestCycle: asked }: LocalRecord,
  banks: number,
): void {
  const { pc } = instruction;
  if (sink) sink({ kind: 'direct-read-served', cycle: now, wave: wave.number, pc, asked, banks });
}

/** Reports that the LDS has answered a FLAT access. */
export function reportFlatResponse({ sink, now }: DeviceContext, record: LocalRecord): void {
  const { wave, instruction, requestCycle } = record;
  if (sink)
    sink({ kind: 'flat-answered', cycle: now, wave: wave.number, pc: instruction.pc, asked: requestCycle });
}
