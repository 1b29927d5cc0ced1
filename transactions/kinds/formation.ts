import { type FieldsOf, type KindIn, ofWave } from './at.js';

/**
 * Columns of `WaveFormed.quads`: x and y of the quad's top-left pixel, its primitive, the masks of its four
 * fragments (0|1 and 2|3), the sample its invocations shade, and the fragment size.
 *
 * `SAMPLE`: with sample-rate shading, a pixel has one invocation per iteration. The masks contain the samples
 * of that iteration, and `SAMPLE` is the first of them (`gl_SampleID`). It is 0 at pixel rate.
 *
 * `RATE`: bits 1:0 hold log2 of a fragment's width in fine pixels, and bits 3:2 log2 of its height; 0 means that a
 * fragment is a pixel. A quad is 2x2 fragments, aligned to its size; x and y count fine pixels at every rate.
 * In a 16-bit mask, bit `finePixel * samples + sample` is one sample of one fine pixel, with `finePixel` in
 * row-major order.
 */
export const QUAD_COLUMN = { X: 0, Y: 1, PRIMITIVE: 2, MASK01: 3, MASK23: 4, SAMPLE: 5, RATE: 6 } as const;

/** Number of values per quad in `WaveFormed.quads`. */
export const QUAD_COLUMNS = 7;

const CLOSE_REASONS = ['full', 'overlap', 'draw-end', 'timeout', 'region', 'drain', 'table'] as const;

/** Why the packer closes a wave (trace.md). */
export type WaveClosing = (typeof CLOSE_REASONS)[number];

/** The resources whose exhaustion can prevent a launch, by their names in traces. */
export const RESOURCES = ['wave-slot', 'vgpr', 'sgpr', 'lds', 'scratch', 'barrier'] as const;

/** A resource that prevents a launch when it is exhausted (P-067). */
export type LaunchResource = (typeof RESOURCES)[number];

/** The types of pixel waves, by packer (P-063). */
export const WAVE_TYPES = ['PS', 'PS1', 'PS2', 'PS3'] as const;

const HELD = {
  /** Index of the wave's first 32-lane row in its SIMD's vector register file. */
  vectorFirst: 'integer',
  vectorRows: 'integer',
  /**
   * Index of the wave's first SGPR in its SIMD's scalar register file. Unused on chips where every wave gets a fixed
   * number.
   */
  scalarFirst: 'integer',
  scalarCount: 'integer',
  /** Offset of the wave's allocation in the LDS of its work-group processor, in dwords. */
  localFirst: 'integer',
  localDwords: 'integer',
  /** The number of its scratch memory slot, or -1 if it has none. */
  scratchSlot: 'integer',
} as const;

/** The fields of `holds`. */
export const HELD_FIELDS = Object.keys(HELD);

/**
 * The resources that a launched wave holds until its slot is free (P-067). Vector rows, SGPRs and LDS dwords
 * are given as a start and a count (`vectorRows`, `scalarCount`, `localDwords`).
 */
export interface HeldResources extends FieldsOf<typeof HELD> {}

/** The fields of the kinds from a draw's start to the launch and release of its waves. */
export const FORMATION_ROWS = {
  'draw-begin': { draw: 'integer' },
  'draw-end': { draw: 'integer' },
  primitive: { draw: 'integer', primitive: 'integer' },
  'wave-formed': ofWave({
    /** Index of the packer. */
    packer: 'integer',
    /** Id of the wave in its packer; these ids wrap. */
    id: 'integer',
    /** Index of the draw. */
    draw: 'integer',
    /** `QUAD_COLUMNS` values per quad, in lane order; masks use 16 bits per pixel. Valid only during the callback. */
    quads: 'i32',
    quadCount: 'integer',
    didOverlap: 'flag',
    newest: 'integer',
    /** Bit i is set if quad i starts a new layer; 0 if the intrawave collision argument is not loaded. */
    intrawaveMask: 'integer',
    reason: CLOSE_REASONS,
  }),
  overlap: ofWave({ overlapped: 'i32', count: 'integer', exact: 'flag' }),
  'launch-requested': ofWave({}),
  'launch-refused': ofWave({ resource: RESOURCES }),
  'wave-launched': ofWave({
    /** Determined by the packer (P-063). */
    waveType: WAVE_TYPES,
    slot: 'integer',
    /** Engine-wide index of the SIMD, whose waves share one issue slot per clock. */
    simd: 'integer',
    sgprs: 'i32',
    sgprCount: 'integer',
    /** Initial VGPRs in register-major order, with one value per lane; `vgprCount` registers were loaded. */
    vgprs: 'i32',
    vgprCount: 'integer',
    /** The initial value of the hardware register MODE. */
    mode: 'integer',
    /** The initial value of the hardware register POPS_PACKER; 0 if the generation does not have it. */
    popsPacker: 'integer',
    /** The launch controller that loads the registers (P-071). */
    controller: 'integer',
    /** The number of cycles that loading takes (P-072). */
    loadCycles: 'integer',
    holds: 'holds',
  }),
  'vgprs-released': ofWave({}),
  'resource-released': ofWave({ slot: 'integer' }),
} as const;

type Formation<K extends keyof typeof FORMATION_ROWS> = KindIn<typeof FORMATION_ROWS, K>;

/** A draw enters the scan converter; `draw` is its zero-based index in the scenario (trace.md). */
export interface DrawBegin extends Formation<'draw-begin'> {}
/** The packers finish forming the waves of a draw; `draw` is its zero-based index in the scenario (trace.md). */
export interface DrawEnd extends Formation<'draw-end'> {}
/**
 * A primitive enters the scan converter; `primitive` is its zero-based index across all draws in API order, and `draw`
 * is the zero-based index of its draw (trace.md).
 */
export interface PrimitiveStarted extends Formation<'primitive'> {}
/**
 * The packer closes a wave (trace.md). `didOverlap` is set if the wave must wait, and `newest` is the raw value of the
 * collision argument's newest-overlap field (still off by one on GFX9). `quadCount` is the number of `quads`.
 */
export interface WaveFormed extends Formation<'wave-formed'> {}
/**
 * The unfinished waves that this wave's quads overlap (trace.md): the first `count` numbers of `overlapped`,
 * valid only during the callback. If `exact` is false, the list is conservative and may include waves that do not
 * overlap.
 */
export interface Overlap extends Formation<'overlap'> {}
/** A wave requests a slot (trace.md). */
export interface LaunchRequested extends Formation<'launch-requested'> {}
/** A wave could not be launched because a resource was exhausted (trace.md). */
export interface LaunchRefused extends Formation<'launch-refused'> {}
/**
 * The wave starts in slot number `slot` (trace.md). `sgprs` are the initial values of its first `sgprCount`
 * SGPRs and `vgprs` those of its first `vgprCount` VGPRs; both are valid only during the callback. `popsPacker` is a
 * hardware register like `mode`, and `loadCycles` is the time `controller` takes to load the wave.
 */
export interface WaveLaunched extends Formation<'wave-launched'> {}
/**
 * The wave released its vector registers before its end (MSG_DEALLOC_VGPRS, on GFX11 and later) and keeps
 * everything else (trace.md).
 */
export interface VgprsReleased extends Formation<'vgprs-released'> {}
/** The slot and registers of a wave are free again; `slot` is the slot number (trace.md). */
export interface ResourceReleased extends Formation<'resource-released'> {}
