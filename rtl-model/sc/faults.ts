import type { FaultTable } from '../context.js';
import type { CLEAN_PACKER, CLEAN_SCAN } from './outputs.js';
import type { Packer } from './packer.js';
import type { ScanConverter } from './scan-converter.js';

/** Faults in the packers. */
export const PACKER_FAULTS: FaultTable<typeof CLEAN_PACKER> = {
  F01: () => ({ getIdNumber: ({ number }) => number }),
  F04: () => {
    let closedByDraws = 0;
    return {
      getIdNumber: ({ sequence }, reason) =>
        sequence - (reason === 'draw-end' ? closedByDraws++ : closedByDraws),
    };
  },
  F05: () => ({ isBlockedByWindow: () => false }),
  F08: () => ({ getCloseReason: () => undefined }),
  F09: () => ({ getCloseReason: () => undefined }),
  F10: () => ({ getLayerBit: () => 0 }),
  F11: () => ({ getLayerBit: (quad) => 1 << (quad + 1) }),
  F14: () => {
    let joinedSequence = -1;
    return {
      getCloseReason: (overlap, { sequence }) => {
        const isSecond = joinedSequence === sequence;
        joinedSequence = sequence;
        return isSecond ? overlap : undefined;
      },
    };
  },
  F203: () => ({ isDrained: () => true }),
  F204: () => ({ getFullSize: (quads) => quads >> 1 }),
  F206: () => ({ getWindow: (ids) => ids + 1 }),
  F234: (_, { freedoms: { idStart, idWrap } }) => {
    const getRound = (sequence: number): number => Math.floor((idStart + sequence) / (idWrap + 1));
    return { isBlockedByWindow: (full, sequence, first) => full || getRound(sequence) > getRound(first) };
  },
};

/** Faults in how partial waves close. */
export const PACKER_BOUNDARY_FAULTS: FaultTable<Packer> = {
  F15: () => ({ closePartial: () => false }),
};

/** Faults in the front end of the scan converter. */
export const SCAN_FAULTS: FaultTable<typeof CLEAN_SCAN> = {
  F06: () => ({ getOwner: (mapped, draw, packers) => (mapped + draw) % packers }),
  F16: () => ({
    getReplayed: (position, { first, end, binCount }) =>
      binCount === 1 ? position : end - 1 - (position - first),
  }),
  F255: () => ({
    getReplayed: (position, { first, end, binCount, ordered }) =>
      binCount === 1 || ordered ? position : end - 1 - (position - first),
  }),
  F18: () => ({ forcesFineRate: () => false }),
  F257: () => ({ binSize: (width, height) => [height, width] }),
  F208: () => ({ countEntering: (primitives) => primitives - 1 }),
  F272: () => ({ getOwner: (mapped, _draw, packers) => mapped % Math.max(packers - 1, 1) }),
};

/** Faults between the scan converter and the packers. */
export const SCAN_BOUNDARY_FAULTS: FaultTable<ScanConverter> = {
  F235: (scan, _, { waveEnded }) => {
    let isHeld = false;
    for (const packer of scan.packers) {
      const accept = packer.accept.bind(packer);
      packer.accept = (plan, quads, offset) => {
        isHeld = scan.packers.some((other) => other !== packer && !other.isIdle);
        return !isHeld && accept(plan, quads, offset);
      };
    }
    return {
      waveEnded: () => {
        waveEnded();
        if (isHeld) scan.resume();
      },
    };
  },
};
