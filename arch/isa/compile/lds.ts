import type { MemoryOperation } from '../instruction.js';
import type { MemoryRow } from '../rows/row.js';
import type { Compile } from './compiled.js';
import { Unsupported } from './context.js';
import { forEachLane, gatherData, scatterData, scatterPart, takeExec } from './memory-data.js';

/** Compiles accesses to the local data share: addresses are bytes within the wave's allocation. */
export const compileLds: Compile<MemoryRow> = (row, context) => {
  if (context.field('gds') !== 0) throw new Unsupported('global data share');
  const { bytes } = row;
  const { lanes } = context;
  const dwords = Math.max(1, bytes / 4);
  const offset = context.field('offset0') | (context.field('offset1') << 8);
  const returns = row.returns === true;
  context.usesExec();
  context.uses.vector(context.field('addr'));
  if (row.access !== 'load') context.uses.vector(context.field('data0'), dwords);
  if (row.access === 'load' || returns) context.defines.vector(context.field('vdst'), dwords);
  const address = context.field('addr') * lanes;
  const source = context.field('data0') * lanes;
  const destination = context.field('vdst') * lanes;
  const memory: MemoryOperation = {
    space: 'lds',
    access: row.access,
    ...(row.atomic === undefined ? {} : { atomic: row.atomic }),
    returns,
    bytes,
    dwords,
    counter: 'lgkm',
    glc: false,
    dlc: false,
    slc: false,
    prepare: (wave, request) => {
      takeExec(wave, request);
      forEachLane(request, (lane) => {
        request.addresses[lane] = (wave.v[address + lane] >>> 0) + offset;
      });
      if (row.access !== 'load') gatherData(wave, request, source, dwords);
    },
    deliver: (wave, request) => {
      if (bytes < 4) scatterPart(wave, request, destination, bytes, row.signed === true);
      else scatterData(wave, request, destination, dwords);
    },
  };
  return { kind: 'memory', memory };
};
