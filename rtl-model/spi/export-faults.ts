import type { FaultTable } from '../context.js';
import type { Wave } from '../wave.js';

/** The results of export space accounting. */
export interface SpaceOutputs {
  /** Returns the number of waves that fit in a colour or position buffer. `waves` is the correct answer. */
  room: (waves: number, isPosition: boolean) => number;
  /** Returns the index, in a queue of `waiting` waves, of the next wave to be granted space (pipeline.md 4). */
  next: (waiting: number) => number;
}

export const CLEAN_SPACE: SpaceOutputs = { room: (waves) => waves, next: () => 0 };

/** Faults in SPI's export space accounting. */
export const SPACE_FAULTS: FaultTable<SpaceOutputs> = {
  F42: () => ({ next: (waiting) => waiting - 1 }),
  F169: () => ({ room: (waves, isPosition) => (isPosition ? waves + 1 : waves) }),
};

/** SPI's accounting of export space. */
export interface SpaceBoundary {
  /** Number of waves that have space or a grant in flight. */
  readonly granted: number;
  /** Called when SX has room for one more wave (P-090). */
  free: () => void;
  /** Grants returned space to waves that are waiting. */
  refill: () => void;
}

/** Faults in how export space is returned. */
export const SPACE_BOUNDARY_FAULTS: FaultTable<SpaceBoundary> = {
  F164: (space) => {
    const free = space.free.bind(space);
    let freeCount = 0;
    return {
      free: () => {
        if (++freeCount % 4 !== 0) free();
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
  /** Whether the gate is open for a wave: it has space, and the waves that it overlaps have exited (S-054, U15). */
  opens: (wave: Wave) => boolean;
}

/** Faults in the export gate. */
export const GATE_FAULTS: FaultTable<GateBoundary> = {
  F43: () => ({ opens: ({ exports }) => exports.hasSpace }),
  F205: () => ({ opens: ({ overlap }) => overlap.pending === 0 }),
};
