import type { Gfx, WaveSize } from '../../arch/index.js';
import type { SectionPlacement, SectionState, ShaderPart } from '../../transactions/index.js';
import { SHADER_PARTS } from '../../transactions/index.js';
import { getDialect } from '../dialect/index.js';

/** Where an ordered section begins and ends, and which special cases apply. */
export interface Extent {
  /** The part in which the section begins; absent if there is no section. */
  readonly begin?: ShaderPart;
  /** The part in which the section ends; absent if there is no section. */
  readonly end?: ShaderPart;
  /** Whether only some lanes enter the section, so that some waves never do. */
  readonly conditional?: true;
  /** Whether the program ends with the main part. */
  readonly withoutEpilog?: true;
  /** Whether the main part's last discard comes before the end of the section. */
  readonly discardsBeforeExit?: true;
}

/** The placements (scenarios.md 5.1). On GFX11 and later, the last export closes the section (S-092). */
export const EXTENTS: Readonly<Record<SectionPlacement, Extent>> = {
  E01: { begin: 'main', end: 'main', withoutEpilog: true },
  E02: { begin: 'main', end: 'main' },
  E03: { begin: 'main', end: 'epilog' },
  E04: { begin: 'epilog', end: 'epilog' },
  E05: { begin: 'prolog', end: 'main' },
  E06: { begin: 'prolog', end: 'epilog' },
  E07: { begin: 'prolog', end: 'prolog' },
  E08: {},
  E09: { begin: 'main', end: 'main', conditional: true },
  E10: { begin: 'main', end: 'main', discardsBeforeExit: true },
};

/**
 * The registers that all parts share. Scalar: s[0:3] ordered buffer, s4 alpha test reference, s5 prim mask, s6
 * collision argument (own and newest id, packer and overlap bit; absent on GFX11 and later), s[7:11] entry and lane
 * masks, s[12:15] stipple pattern, s[16:17] saved lane mask of a conditional.
 */
export const REGISTERS = {
  /** Inputs loaded by the hardware: barycentrics I and J, front face, coverage and position. */
  i: 'v0',
  j: 'v1',
  frontFace: 'v2',
  coverage: 'v3',
  position: 'v4',
  /** The byte offset of the pixel's word. */
  offset: 'v5',
  primitive: 'v6',
  /** The pixel's word. */
  word: 'v7',
  /** The first registers of r0 and r1, the two four-component colours passed through the prolog and epilog. */
  colours: [8, 12],
  /** The first of eight registers whose values are not passed between parts. */
  scratch: 16,
} as const;

/** The first SGPR of the stipple pattern's descriptor. */
export const STIPPLE_DESCRIPTOR = 12;

/** The first SGPR that holds the saved lane mask of a conditional. */
const CONDITION = 16;

/** Progress of the ordered section. Up to GFX10.3, a discard while it is open must also send the exit message. */
export type Phase = 'before' | 'open' | 'closed';

/** The assembly target of a multi-part program. */
export interface SectionTarget {
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly samples: number;
  readonly placement: SectionPlacement;
  readonly state: SectionState;
  readonly stippleDescriptor: readonly number[];
}

/** The part being emitted, and the program to which it belongs. */
export type PartContext = ReturnType<typeof createPartContext>;

/** Returns the context of one part of a program. */
export function createPartContext(target: SectionTarget, part: ShaderPart) {
  const extent = EXTENTS[target.placement];
  const { begin, end } = extent;
  const index = SHADER_PARTS.indexOf(part);
  /** Returns the phase at an index in the order of parts, where a boundary of the section counts as passed. */
  const getPhase = (last: number): Phase => {
    const isPassed = (boundary: ShaderPart | undefined): boolean =>
      boundary !== undefined && SHADER_PARTS.indexOf(boundary) <= last;
    if (isPassed(end)) return 'closed';
    return isPassed(begin) ? 'open' : 'before';
  };
  return {
    ...target,
    part,
    dialect: getDialect(target.gfx, target.wave),
    /** The SGPR or, for waves of 64, the pair of SGPRs that holds the saved lane mask of a conditional. */
    condition: target.wave === 64 ? `s[${CONDITION}:${CONDITION + 1}]` : `s${CONDITION}`,
    extent,
    sectionBegins: begin === part,
    sectionEnds: end === part,
    /** The phase on entry to this part, before its section code runs. */
    phaseBefore: getPhase(index - 1),
    /** The phase after this part's code for the section. */
    phaseAfter: getPhase(index),
  };
}

/** Returns the component registers of a colour, red first. */
export function components(first: number): string[] {
  return [0, 1, 2, 3].map((component) => `v${first + component}`);
}
