import type { Gfx, WaveSize } from '../../arch/index.js';
import type { SectionPlacement, SectionState, ShaderPart } from '../../transactions/index.js';
import { SHADER_PARTS } from '../../transactions/index.js';
import { type Dialect, dialectOf } from '../dialect/index.js';
import { EXTENTS, type Extent } from './placements.js';

/**
 * Registers shared by all parts. Scalar: s[0:3] ordered buffer, s4 alpha test reference, s5 prim mask, s6 collision argument
 * (absent since GFX11), s[7:11] for entry and lane masks, s[12:15] stipple pattern, s[16:17] lanes of a condition.
 */
export const REGISTERS = {
  /** Barycentrics I and J, front face, coverage and position: loaded by hardware. */
  i: 'v0',
  j: 'v1',
  frontFace: 'v2',
  coverage: 'v3',
  position: 'v4',
  /** Byte offset of the pixel's word, the primitive's number, and the word. */
  offset: 'v5',
  primitive: 'v6',
  word: 'v7',
  /** Colours r0 and r1 of the prolog and epilog slides, four components each. */
  colours: [8, 12],
  /** Eight registers whose values are not passed between parts. */
  scratch: 16,
} as const;

/** Numbers of registers that the parts are compiled for. */
export const VGPRS = 24;
export const SGPRS = 24;

/** First scalar register of the stipple pattern's descriptor. */
export const STIPPLE_DESCRIPTOR = 12;

/** Register for the lanes of a condition. */
const CONDITION = 16;

/** State of the ordered section at a point in the code; a discard while it is open must send the exit. */
export type Phase = 'before' | 'open' | 'closed';

/** Assembly target of a multi-part program. */
export interface SectionTarget {
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly samples: number;
  readonly placement: SectionPlacement;
  readonly state: SectionState;
  /** Descriptor of the stipple pattern. */
  readonly stippleDescriptor: readonly number[];
}

/** One part being written. */
export interface PartContext extends SectionTarget {
  readonly part: ShaderPart;
  readonly dialect: Dialect;
  /** Scalar registers with the lanes of a condition: one or two, depending on the wave size. */
  readonly condition: string;
  readonly extent: Extent;
  /** The section begins or ends in this part. */
  readonly begins: boolean;
  readonly ends: boolean;
  /** Phase before and after this part's code of the section. */
  readonly early: Phase;
  readonly late: Phase;
}

/** The context of one part of a program. */
export function partContext(target: SectionTarget, part: ShaderPart): PartContext {
  const extent = EXTENTS[target.placement];
  const orderOf = (of: ShaderPart): number => SHADER_PARTS.indexOf(of);
  const { begin, end } = extent;
  const isAfter = (of: ShaderPart | undefined, inclusive: boolean): boolean =>
    of !== undefined && (inclusive ? orderOf(of) <= orderOf(part) : orderOf(of) < orderOf(part));
  const phase = (inclusive: boolean): Phase => {
    if (isAfter(end, inclusive)) return 'closed';
    return isAfter(begin, inclusive) ? 'open' : 'before';
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
