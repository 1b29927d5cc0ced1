import type { Gfx, WaveSize } from '../../arch/index.js';
import type { SectionPlacement, SectionState, ShaderPart } from '../../transactions/index.js';
import { SHADER_PARTS } from '../../transactions/index.js';
import { type Dialect, dialectOf } from '../dialect/index.js';
import { EXTENTS, type Extent } from './placements.js';

/**
 * Registers that all parts agree on. Scalar: s[0:3] ordered buffer, s4 reference of the alpha test, s5 prim mask, s6
 * collision argument (absent on GFX11), s[7:11] for entry and lane masks, s[12:15] stipple pattern, s[16:17] lanes of a condition.
 */
export const REGISTERS = {
  /** Barycentrics I and J, front face, coverage and position: what hardware loads. */
  i: 'v0',
  j: 'v1',
  frontFace: 'v2',
  coverage: 'v3',
  position: 'v4',
  /** Byte offset of the pixel's word, the primitive's number, and the word. */
  offset: 'v5',
  primitive: 'v6',
  word: 'v7',
  /** Colours r0 and r1 of the slides on prolog and epilog, four components each. */
  colours: [8, 12],
  /** Eight registers whose values no part leaves to another. */
  scratch: 16,
} as const;

/** Registers that the parts are compiled for. */
export const VGPRS = 24;
export const SGPRS = 24;

/** First scalar register of the stipple pattern's descriptor. */
export const STIPPLE_DESCRIPTOR = 12;

/** Where the lanes of a condition are kept. */
const CONDITION = 16;

/** What has happened to the ordered section at some place of the code: a discard there owes its exit while it is open. */
export type Phase = 'before' | 'open' | 'closed';

/** What a program of parts is assembled for. */
export interface SectionTarget {
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly samples: number;
  readonly placement: SectionPlacement;
  readonly state: SectionState;
  /** Descriptor of the stipple pattern. */
  readonly stippleDescriptor: readonly number[];
}

/** One part that is being written. */
export interface PartContext extends SectionTarget {
  readonly part: ShaderPart;
  readonly dialect: Dialect;
  /** Lanes of a condition, as many scalar registers as the wave needs. */
  readonly condition: string;
  readonly extent: Extent;
  /** The section begins, or ends, in this part. */
  readonly begins: boolean;
  readonly ends: boolean;
  /** Phase before the part's share of the section and after it. */
  readonly early: Phase;
  readonly late: Phase;
}

/** The context of one part of a program. */
export function partContext(target: SectionTarget, part: ShaderPart): PartContext {
  const extent = EXTENTS[target.placement];
  const order = (of: ShaderPart): number => SHADER_PARTS.indexOf(of);
  const { begin, end } = extent;
  const after = (of: ShaderPart | undefined, share: boolean): boolean =>
    of !== undefined && (share ? order(of) <= order(part) : order(of) < order(part));
  const phase = (share: boolean): Phase => {
    if (after(end, share)) return 'closed';
    return after(begin, share) ? 'open' : 'before';
  };
  return {
    ...target,
    part,
    dialect: dialectOf(target.gfx, target.wave),
    condition: target.wave === 64 ? `s[${CONDITION}:${CONDITION + 1}]` : `s${CONDITION}`,
    extent,
    begins: begin === part,
    ends: end === part,
    early: phase(false),
    late: phase(true),
  };
}

/** Names of the components of a colour register, red first. */
export function components(first: number): string[] {
  return [0, 1, 2, 3].map((component) => `v${first + component}`);
}
