import type { FaultTable } from '../context.js';
import type { Wave } from '../wave.js';

/** Outputs of export space counting. */
export interface SpaceOutputs {
  /** Number of waves that a colour or position buffer claims to have room for, given the true number. */
  room: (waves: number, isPosition: boolean) => number;
  /** Queue position of the wave that gets space, given the queue's length (pipeline.md 4). */
  next: (waiting: number) => number;
}

export const CLEAN_SPACE: SpaceOutputs = {
  room: (waves) => waves,
  next: () => 0,
};

/** Faults of export space as SPI counts it. */
export const SPACE_FAULTS: FaultTable<SpaceOutputs> = {
  F42: () => ({ next: (waiting) => waiting - 1 }),
  F169: () => ({ room: (waves, isPosition) => (isPosition ? waves + 1 : waves) }),
};

/** Export space as SPI counts it. */
export interface SpaceBoundary {
  /** Number of waves that hold space, or to which a grant is in flight. */
  readonly granted: number;
  /** SX has room for one more wave (P-090). */
  free: () => void;
  /** Grants returned space again. */
  refill: () => void;
}

/** Faults of returning space. */
export const SPACE_BOUNDARY_FAULTS: FaultTable<SpaceBoundary> = {
  F164: (space) => {
    const free = space.free.bind(space);
    let frees = 0;
    return {
      free: () => {
        if (++frees % 4 !== 0) free();
      },
    };
  },
  F171: (space) => {
    const refill = space.refill.bind(space);
    return {
      refill: () => {
        if (space.granted === 0) refill();
      },
    };
  },
};

/** The export gate of GFX11. */
export interface GateBoundary {
  /** Whether a wave may enter: it has space, and overlapped waves have exited (S-054, U15). */
  opens: (wave: Wave) => boolean;
}

/** Faults of the export gate. */
export const GATE_FAULTS: FaultTable<GateBoundary> = {
  F43: () => ({ opens: ({ exports }) => exports.hasSpace }),
  F205: () => ({ opens: ({ overlap }) => overlap.pending === 0 }),
};
