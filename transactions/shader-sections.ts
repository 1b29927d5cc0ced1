import { z } from 'zod';
import { nonNegativeInt } from './fields.js';
import type { Fields } from './input/index.js';

/**
 * The parts of a pixel shader in the order in which they are concatenated (slides on the radeonsi prolog and
 * epilog, R-019, R-020).
 */
export const SHADER_PARTS = ['prolog', 'main', 'epilog'] as const;

/** A part of a pixel shader. */
export type ShaderPart = (typeof SHADER_PARTS)[number];

/** In which parts the ordered section starts and ends (scenarios.md 5.1). */
export const SECTION_PLACEMENTS = [
  'E01',
  'E02',
  'E03',
  'E04',
  'E05',
  'E06',
  'E07',
  'E08',
  'E09',
  'E10',
] as const;

/** In which parts the ordered section starts and ends (scenarios.md 5.1). */
export type SectionPlacement = (typeof SECTION_PLACEMENTS)[number];

/**
 * What the colour registers contain after the prolog: nothing, the front colours, or those of the visible
 * face.
 */
export const PROLOG_COLOURS = ['none', 'front', 'two-side'] as const;

/** The alpha functions; `always` disables the test. */
export const ALPHA_FUNCTIONS = [
  'never',
  'less',
  'equal',
  'less-equal',
  'greater',
  'not-equal',
  'greater-equal',
  'always',
] as const;

/**
 * The part that tests the polygon stipple: the epilog, as in the source document, or the prolog, as in
 * current drivers.
 */
export const STIPPLE_PARTS = ['off', 'prolog', 'epilog'] as const;

/**
 * Where the main part discards fragments: at its start, between reading and writing ordered memory, or at its end.
 */
export const MAIN_DISCARDS = ['none', 'first', 'inside', 'last'] as const;

/** Which colours are exported: none, the first, both, or the first to all eight targets (`gl_FragColor`, R-008). */
export const COLOUR_OUTPUTS = ['none', 'one', 'two', 'broadcast'] as const;

/** How colours are packed for export (SPI_SHADER_COL_FORMAT); `ZERO` exports nothing. */
export const CONVERSIONS = [
  'ZERO',
  'R32',
  'GR32',
  'AR32',
  'FP16_ABGR',
  'UNORM16_ABGR',
  'SNORM16_ABGR',
  'UINT16_ABGR',
  'SINT16_ABGR',
  'ABGR32',
] as const;

/**
 * What the colour registers contain after the prolog: nothing, the front colours, or those of the visible
 * face.
 */
export type PrologColours = (typeof PROLOG_COLOURS)[number];
/** How alpha is compared; `always` disables the test. */
export type AlphaFunction = (typeof ALPHA_FUNCTIONS)[number];
/** The part that tests the polygon stipple. */
export type StipplePart = (typeof STIPPLE_PARTS)[number];
/** Where the main part discards fragments. */
export type MainDiscard = (typeof MAIN_DISCARDS)[number];
/** Which colours are exported: none, the first, both, or the first to all eight targets. */
export type ColourOutputs = (typeof COLOUR_OUTPUTS)[number];
/** How colours are packed for export, as named by SPI_SHADER_COL_FORMAT; `ZERO` exports nothing (pops.md 5). */
export type Conversion = (typeof CONVERSIONS)[number];

const state = {
  prolog: z.enum(PROLOG_COLOURS),
  mainDiscard: z.enum(MAIN_DISCARDS),
  /** Whether colours are clamped to the range 0 to 1 before the alpha test. */
  clamp: z.boolean(),
  alphaTest: z.enum(ALPHA_FUNCTIONS),
  stipple: z.enum(STIPPLE_PARTS),
  /** Whether alpha is multiplied by the fraction of samples that are covered. */
  smoothing: z.boolean(),
  /** Whether alpha is set to one before it is exported. */
  alphaToOne: z.boolean(),
  /**
   * On GFX11 and later: whether alpha, before alpha-to-one, goes to the depth target and determines which samples
   * are written.
   */
  alphaToCoverage: z.boolean(),
  outputs: z.enum(COLOUR_OUTPUTS),
  conversion: z.enum(CONVERSIONS),
};

/**
 * The pipeline state that shader code emulates, together with the main part's discard and the colour
 * outputs.
 */
export interface SectionState extends Fields<typeof state> {}
const stateSchema: z.ZodType<SectionState> = z.strictObject(state);

const part = { part: z.enum(SHADER_PARTS), words: nonNegativeInt };

/** Length of one part in `words`; 0 if the part has no code. */
export interface PartLength extends Fields<typeof part> {}
const partSchema: z.ZodType<PartLength> = z.strictObject(part);

const sections = {
  placement: z.enum(SECTION_PLACEMENTS),
  state: stateSchema,
  /** All parts in order. Together, they make up the program's words. */
  parts: z.array(partSchema),
};

/** How a multi-part program was assembled. Only its words are executed. */
export interface ShaderSections extends Fields<typeof sections> {}

/** The schema of `Program.sections`. */
export const sectionsSchema: z.ZodType<ShaderSections> = z.strictObject(sections);
