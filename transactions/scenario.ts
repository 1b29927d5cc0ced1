import type { ChipName, ColourFormat, EpilogCode, WaveSize } from '../arch/index.js';
import type { Background } from './background.js';
import type { RecordedDesign } from './cosim/design.js';
import type { FaultId } from './faults.js';
import type { Freedoms } from './knobs/index.js';
import type { LitmusName } from './litmus.js';
import type { ProgramDescriptor } from './program-descriptor.js';
import type { RuleId } from './rules.js';
import type { SceneName } from './scenes.js';
import type { ShaderSections } from './shader-sections.js';

/** Version of the scenario's shape; a file with another version is rejected in one line. */
export const SCENARIO_FORMAT = 1;

/** Version of the model's behaviour: a recorded schedule only replays on the same version. */
export const MODEL_VERSION = 6;

/**
 * What the shader's layout qualifier declares (GL_ARB_fragment_shader_interlock). `none`: nothing declared, no section;
 * primitive ordering is off for the draw (S-114), and its invocations race on shared memory.
 */
export type Interlock = 'pixel-ordered' | 'pixel-unordered' | 'sample-ordered' | 'sample-unordered' | 'none';

/**
 * One argument that hardware or driver loads before the first instruction (formats.md), by `name`: `register` is the
 * number of its first register in `file`.
 */
export interface ProgramArgument {
  readonly name: string;
  readonly file: 's' | 'v';
  readonly register: number;
  /** In registers. */
  readonly size: number;
}

/**
 * One interpolated input by `name` (formats.md): `attribute` is the number in `attrN`; `flat` ones take the provoking
 * vertex's value.
 */
export interface ProgramInput {
  readonly attribute: number;
  readonly name: string;
  readonly flat: boolean;
}

/**
 * Machine `words` of one pixel shader, 32 bits each, with its `name` and the registers of its `arguments`; only the words
 * are executed (formats.md).
 */
export interface Program {
  readonly name: string;
  readonly words: readonly number[];
  /** Separately compiled colour export that `words` jump to; its pcs follow those of `words` (`DecodedProgram`). */
  readonly epilog?: EpilogCode;
  /** Parts that `words` were concatenated from; absent if the program was compiled as one. */
  readonly sections?: ShaderSections;
  /** The descriptor that `words` were generated from; absent if unknown. */
  readonly descriptor?: ProgramDescriptor;
  readonly arguments: readonly ProgramArgument[];
  readonly inputs: readonly ProgramInput[];
}

/**
 * One draw: raw register values by name, as in a driver dump, and the primitives in order. An absent register has its
 * legacy default: triangles, a shading rate of 1x1, no depth or stencil test.
 *
 * VGT_PRIMITIVE_TYPE.PRIM_TYPE gives the meaning of a primitive's three pairs of `vertices`:
 * - 4, triangles: the corners
 * - 17, rectangles: three corners v0, v1 and v2; the fourth is v1 + v2 - v0
 * - 2, lines: both ends, the second one twice
 * - 1, points: the centre three times
 *
 * PA_SU_POINT_SIZE and PA_SU_LINE_CNTL give the width of points and lines, as half sizes in 1/16 pixel. `registers` holds the
 * registers by name, 32 bits each (formats.md).
 *
 * The shading rate starts from GE_VRS_RATE. PA_CL_VRS_CNTL's four combiners (vertex, primitive, HTILE, sample iteration, in
 * this order) are then applied with a rate of 1x1 each, since nothing here exports or stores rates, and
 * PA_SC_VRS_OVERRIDE_CNTL's combiner with its own VRS_RATE (log2 of the width in [3:2], of the height in [1:0] of that
 * field).
 */
export interface Draw {
  /** Index into `Scenario.programs`. */
  readonly program: number;
  /** How its primitives overlap, if a scene drew them. */
  readonly scene?: SceneName;
  readonly interlock: Interlock;
  /** Explicit relaxed rasterisation order: the API itself waives the order, even of an ordered interlock (S-143). */
  readonly order?: 'relaxed' | undefined;
  /** Width of viewport, scissor and render area in pixels. */
  readonly width: number;
  /** Height of viewport, scissor and render area in pixels. */
  readonly height: number;
  /** Samples per pixel. */
  readonly samples: 1 | 2 | 4 | 8 | 16;
  readonly registers: Readonly<Record<string, number>>;
  /** Six values per primitive of any type: x0, y0, x1, y1, x2, y2 in 1/256 pixel, y down. */
  readonly vertices: readonly number[];
  /** Depth of each primitive (`gl_FragCoord.z`), as a float32 value. */
  readonly depths: readonly number[];
  /** Attributes per primitive in parameter memory, `PARAMETER_DWORDS` words each: P0, P1-P0, P2-P0 as xyzw. */
  readonly attributes: number;
  /** `attributes * PARAMETER_DWORDS` words per primitive. */
  readonly parameters: readonly number[];
}

/**
 * How a memory object's final contents are compared with the reference (checking.md). Per-pixel lists have their `nodes` in
 * another object: `nodeWords` is the words per node, `nextWord` the index of the link word.
 */
export type Comparison =
  | { readonly kind: 'bytes' }
  | {
      /** Linked lists: one head word per pixel in this object (node number + 1, 0 is the end), nodes elsewhere. */
      readonly kind: 'per-pixel-list';
      readonly nodes: string;
      /** Word of node 0 in `nodes`, words per node, and index of the word holding the next node's number + 1. */
      readonly firstWord: number;
      readonly nodeWords: number;
      readonly nextWord: number;
    }
  | { readonly kind: 'ignore' };

/** Final contents of a memory object computed by the test itself, independent of any reference (checking.md). */
export interface ExpectedContent {
  /** 32-bit words from the first byte; what follows them is unchecked. */
  readonly words: readonly number[];
  /** Size in words of groups that may be in any order, as left by a serial order of sections; absent: every position is fixed. */
  readonly groupWords?: number;
}

/**
 * An allocation of `bytes` bytes that programs can access, with a `name`; `compare` is how its final contents are judged
 * (checking.md).
 */
export interface MemoryObject {
  readonly name: string;
  /** First byte, 48 bits. */
  readonly address: number;
  readonly bytes: number;
  /** 32-bit words from the first byte; the rest starts as zero. */
  readonly initial: readonly number[];
  readonly compare: Comparison;
  /** Judged in addition to the comparison with the reference, regardless of `compare`. */
  readonly expected?: ExpectedContent;
}

/**
 * The memory `object` that the interlock must order, and the mapping of its bytes to pixels (checking.md): `bytesPerPixel`, and
 * `bytesPerRow` of its rows. Without this mapping, it is unknown which accesses need the section, because a wave without
 * overlap has no entry.
 */
export interface OrderedMemory {
  readonly object: string;
  /** The shader declares it coherent: stale data is then an error regardless of the accesses' bits (S-098). */
  readonly coherent?: boolean;
  /**
   * `bytesPerPixel`: bytes per pixel (or sample); `bytesPerRow`: bytes between rows of pixels. `whole`: every
   * access is ordered. `sections`: words accessed in sections are ordered, as derived from the code and the
   * run.
   */
  readonly layout:
    | { readonly kind: 'pixel-rows'; readonly bytesPerPixel: number; readonly bytesPerRow: number }
    | { readonly kind: 'whole' }
    | { readonly kind: 'sections' };
}

/**
 * A depth and stencil buffer with one value of each per pixel and sample index, shared by all draws (scenarios.md).
 * DB_DEPTH_CONTROL, DB_STENCIL_CONTROL, DB_STENCILREFMASK and its BF twin determine what is tested and written; DB_SHADER_CONTROL
 * determines when:
 * - DEPTH_BEFORE_SHADER tests and writes before the shader.
 * - So does an early Z_ORDER, with two exceptions. If the shader may drop samples, it tests early, and tests and writes late. If
 *   the shader exports depth or stencil, it tests early only if CONSERVATIVE_Z_EXPORT makes an early failure final.
 * - All else is late.
 *
 * An early failure drops the sample. A late-tested pixel always runs if EXEC_ON_HIER_FAIL is set; otherwise it is dropped before
 * the shader if all its samples fail.
 */
export interface DepthBuffer {
  /** Initial value of every sample, as a float32. */
  readonly depth: number;
  /** 8 bits. */
  readonly stencil: number;
}

/** Maximum depth of a `pct` schedule: each choice checks all previous changes. */
export const PCT_DEPTH_MAX = 100;

/** Maximum number of steps over which a `pct` schedule spreads its changes: the limit of `RandomStream.below`. */
export const PCT_STEPS_MAX = 2 ** 32;

/** A hardware choice other than the first alternative, identified by its subject (debugging.md). */
export interface ScheduleDecision {
  /** Number of the choice point. */
  readonly point: number;
  /** Its subject, a unit and a wave, numbered as the model's events; absent: any subject. */
  readonly subject?: number;
  /** Which occurrence of the choice point, from 1; absent: every one. */
  readonly nth?: number;
  /** The alternative, clamped to the last one; for events in one cycle, the one that the subject names. */
  readonly take: number;
}

/**
 * Makes the decisions left to hardware (debugging.md). A `seed` has 64 bits, as `0x` and hex digits. `pct` has fixed priorities
 * that change `depth` - 1 times within `steps` steps; `choices` are the numbers of alternatives.
 */
export type Schedule =
  | { readonly strategy: 'random'; readonly seed: string }
  | { readonly strategy: 'pct'; readonly seed: string; readonly depth: number; readonly steps: number }
  | {
      readonly strategy: 'replay';
      readonly choices: readonly number[];
      /** Seed of the choices after the list; absent: the first alternative. */
      readonly rest?: string;
    }
  | {
      /** Events occur in the order of these choices, regardless of latencies (`pops-tb explore`). */
      readonly strategy: 'order';
      readonly choices: readonly number[];
      /** Each event may also occur in the same cycle as the previous one. */
      readonly together?: true;
      /** Seed of the choices after the list; absent: the first alternative. */
      readonly rest?: string;
    }
  | {
      /** The first alternative everywhere except for these. */
      readonly strategy: 'decisions';
      readonly decisions: readonly ScheduleDecision[];
    };

/**
 * Everything about one test as plain data: all that is needed to run, judge, shrink and store the test
 * (seeds.md). `memory` is what programs can access, `ordered` the part ordered by the interlock, `freedoms`
 * the values of all knobs.
 */
export interface Scenario {
  /** Version of this shape; other versions are rejected. */
  readonly format: number;
  /** Version of the model that recorded the schedule. */
  readonly model: number;
  /** The sequence that made it. */
  readonly name: string;
  readonly chip: ChipName;
  readonly wave: WaveSize;
  /** The litmus cell it runs, whose outcome must then be observed; absent if it is no litmus test. */
  readonly litmus?: LitmusName;
  readonly freedoms: Freedoms;
  /** Programs by index. */
  readonly programs: readonly Program[];
  /** Draws in issue order. */
  readonly draws: readonly Draw[];
  readonly memory: readonly MemoryObject[];
  readonly ordered: readonly OrderedMemory[];
  /** The depth buffer; if absent, every depth test passes, and nothing is written. */
  readonly depthBuffer?: DepthBuffer;
  /**
   * Format of each target's colour buffer, which starts as zero; absent: exported colours are discarded.
   *
   * If DB_ALPHA_TO_MASK lets alpha decide coverage, a pixel keeps only its first samples; the others are neither tested late nor
   * written. The number kept is alpha times the sample count plus an offset, rounded down. Each position in 2x2 pixels has its
   * offset, in quarters of a sample; OFFSET_ROUND adds an eighth.
   */
  readonly colourBuffers?: readonly ColourFormat[];
  /** Background work; if absent, only pixel waves use the device. */
  readonly background?: Background;
  readonly schedule: Schedule;
  /** The answers of a design in place of a unit; absent: every unit is the model's. */
  readonly design?: RecordedDesign;
  /** Faults injected into the device; empty for a correct one. */
  readonly faults: readonly FaultId[];
  /** Rules a negative test must fire, exactly; empty for a clean test. */
  readonly expects: readonly RuleId[];
}
