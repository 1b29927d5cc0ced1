import type { MemoryIssued } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import type { AccessRecord } from './access-record.js';
import { LEVEL } from './hierarchy.js';

/** Level names used in transactions, by level number. */
const LEVEL_NAMES = ['L0', 'GL1', 'L2'] as const;

/** Reports that an access has been issued. */
export function reportIssued({ sink, now }: DeviceContext, record: AccessRecord): void {
  if (!sink) return;
  const { operation } = record;
  const { texelsPerLane, scope } = operation;
  // The fields are listed one by one because object spread is slow in V8.
  const issued: { -readonly [field in keyof MemoryIssued]: MemoryIssued[field] } = {
    kind: 'memory-issued',
    cycle: now,
    wave: record.waveNumber,
    pc: record.instruction.pc,
    access: record.access,
    operation: operation.access,
    space: operation.space,
    counter: operation.counter,
    lanesLo: record.lanesLo,
    lanesHi: record.lanesHi,
    addresses: texelsPerLane === undefined ? record.laneAddresses : record.addresses,
    bytes: operation.bytes,
    glc: operation.glc,
    dlc: operation.dlc,
    slc: operation.slc,
  };
  if (operation.space !== 'scalar') issued.left = record.departureCycle;
  if (texelsPerLane !== undefined) issued.texelsPerLane = texelsPerLane;
  if (scope !== undefined) issued.scope = scope;
  sink(issued);
}

/** Reports that an access has taken effect at a cache level. */
export function reportPerformed({ sink, now }: DeviceContext, record: AccessRecord, level: number): void {
  if (!sink) return;
  const { waveNumber: wave, access, data } = record;
  const kind = 'memory-performed';
  const name = LEVEL_NAMES[level];
  if (level === LEVEL.L2) sink({ kind, cycle: now, wave, access, level: name, data });
  else sink({ kind, cycle: now, wave, access, level: name, data, cache: getCacheIndex(record, level) });
}

function getCacheIndex({ wave, operation }: AccessRecord, level: number): number {
  const { cu, wgp, shaderArray } = wave.place;
  if (level === LEVEL.GL1) return shaderArray;
  return operation.space === 'scalar' ? wgp : cu;
}
