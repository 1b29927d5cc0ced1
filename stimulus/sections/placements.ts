import type { SectionPlacement, ShaderPart } from '../../transactions/index.js';

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
