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

/** Version of the scenario's shape; a file with another one is refused in one line. */
export const SCENARIO_FORMAT = 1;

/** Version of the model's meaning: a recorded schedule replays only where this agrees. */
export const MODEL_VERSION = 6;

/**
 * What the shader's layout qualifier declares (GL_ARB_fragment_shader_interlock). `none`: it declares nothing and has no
 * section; primitive ordering is off for the draw (S-114), and what its invocations do with shared memory races.
 */
export type Interlock = 'pixel-ordered' | 'pixel-unordered' | 'sample-ordered' | 'sample-unordered' | 'none';

/**
 * One register, with the `name` of what hardware or driver loads into it before the first instruction (formats.md): the first one,
 * with the number `register` in a `file`.
 */
export interface ProgramArgument {
  readonly name: string;
  readonly file: 's' | 'v';
  readonly register: number;
  /** In registers. */
  readonly size: number;
}

/**
 * One interpolated input, with its `name` (formats.md): `attribute` is the number in `attrN`; `flat` ones take the provoking
 * vertex's value.
 */
export interface ProgramInput {
  readonly attribute: number;
  readonly name: string;
  readonly flat: boolean;
}

/**
 * Machine `words` of one pixel shader, 32 bits each, with its `name` and the places of its `arguments`; words are the truth,
 * nothing else is executed (formats.md).
 */
export interface Program {
  readonly name: string;
  readonly words: readonly number[];
  /** Separately compiled colour export that `words` jump to; its pcs follow those of `words` (`DecodedProgram`). */
  readonly epilog?: EpilogCode;
  /** Parts that `words` were concatenated from; absent: one compiler made them all. */
  readonly sections?: ShaderSections;
  /** What `words` were generated from; absent: unknown. */
  readonly descriptor?: ProgramDescriptor;
  readonly arguments: readonly ProgramArgument[];
  readonly inputs: readonly ProgramInput[];
}

/**
 * One draw: raw register values by name, as a driver dump would give them, and the primitives in order. A register that
 * is absent has its legacy default: triangles, a shading rate of 1x1, no depth or stencil test.
 *
 * VGT_PRIMITIVE_TYPE.PRIM_TYPE says what a primitive's three pairs of `vertices` are: 4, triangles: the corners; 17,
 * rectangles: three corners v0, v1 and v2, the fourth is v1 + v2 - v0; 2, lines: both ends, and the second one again;
 * 1, points: the centre three times. Points and lines are as wide as PA_SU_POINT_SIZE and PA_SU_LINE_CNTL say, which
 * count half sizes in 1/16 pixel. `registers` holds them by name, 32 bits each (formats.md).
 *
 * The shading rate begins with GE_VRS_RATE. PA_CL_VRS_CNTL's four combiners (vertex, primitive, HTILE, sample iteration, in
 * this order) then meet a rate of 1x1 each, as nothing here exports or stores rates, and PA_SC_VRS_OVERRIDE_CNTL's
 * combiner meets its own VRS_RATE (log2 of the width in [3:2], of the height in [1:0] of that field).
 */
export interface Draw {
  /** Index into `Scenario.programs`. */
  readonly program: number;
  /** How its primitives meet, where a scene drew them. */
  readonly scene?: SceneName;
  readonly interlock: Interlock;
  /** Explicit relaxed rasterisation order: the API itself gives up the order, even of an ordered interlock (S-143). */
  readonly order?: 'relaxed' | undefined;
  /** Width of viewport, scissor and render area in pixels. */
  readonly width: number;
  /** Their height in pixels. */
  readonly height: number;
  /** Samples a pixel. */
  readonly samples: 1 | 2 | 4 | 8 | 16;
  readonly registers: Readonly<Record<string, number>>;
  /** Six values a primitive whatever its type: x0, y0, x1, y1, x2, y2 in 1/256 pixel, y down. */
  readonly vertices: readonly number[];
  /** Depth of each primitive (`gl_FragCoord.z`), as a float32 value. */
  readonly depths: readonly number[];
  /** Attributes of a primitive that reach parameter memory; `PARAMETER_DWORDS` words for each: P0, P1-P0, P2-P0 as xyzw. */
  readonly attributes: number;
  /** `attributes * PARAMETER_DWORDS` words a primitive. */
  readonly parameters: readonly number[];
}

/**
 * How the final content of a memory object is compared with the reference (checking.md). Lists that hang on the pixels have their
 * `nodes` in another object: `nodeWords` is the number of words of a node, `nextWord` the index of the one that leads on.
 */
export type Comparison =
  | { readonly kind: 'bytes' }
  | {
      /** Linked lists: one head word a pixel in this object (node number + 1, 0 is the end), nodes elsewhere. */
      readonly kind: 'per-pixel-list';
      readonly nodes: string;
      /** Word of node 0 in `nodes`, words of a node, and which of them is the number of the next node + 1. */
      readonly firstWord: number;
      readonly nodeWords: number;
      readonly nextWord: number;
    }
  | { readonly kind: 'ignore' };

/** Final content of a memory object that a test computes itself, independent of any reference (checking.md). */
export interface ExpectedContent {
  /** 32-bit words from the first byte on; what lies after them may be anything. */
  readonly words: readonly number[];
  /** Words of each group that may stand in any order, as a serial order of sections leaves them; absent: every place is fixed. */
  readonly groupWords?: number;
}

/**
 * One allocation of a number of `bytes` that programs can reach, with a `name`; `compare` says how its end is judged (checking.md).
 */
export interface MemoryObject {
  readonly name: string;
  /** First byte, 48 bits. */
  readonly address: number;
  readonly bytes: number;
  /** 32-bit words from the first byte on; the rest starts as zero. */
  readonly initial: readonly number[];
  readonly compare: Comparison;
  /** Judged beside the comparison with the reference, whatever `compare` says of that. */
  readonly expected?: ExpectedContent;
}

/**
 * The memory `object` that the interlock must order, and which pixel a byte of it belongs to (checking.md): `bytesPerPixel` and
 * `bytesPerRow` of its rows. Without it, it is unknown which access needs the section, because a wave that overlaps nothing has no
 * entry to look at.
 */
export interface OrderedMemory {
  readonly object: string;
  /** The shader declares it coherent: old data is then an error, whatever bits the accesses carry (S-098). */
  readonly coherent?: boolean;
  /**
   * `bytesPerPixel`: bytes that one pixel (or sample) owns; `bytesPerRow`: bytes from one row of pixels to the next. `whole`: every access is ordered.
   * `sections`: the words that sections access are, which follows from the code and the run.
   */
  readonly layout:
    | { readonly kind: 'pixel-rows'; readonly bytesPerPixel: number; readonly bytesPerRow: number }
    | { readonly kind: 'whole' }
    | { readonly kind: 'sections' };
}

/**
 * A depth and stencil buffer with one value of each for every pixel and sample index, shared by all draws (scenarios.md). What is
 * tested and written follows from DB_DEPTH_CONTROL, DB_STENCIL_CONTROL, DB_STENCILREFMASK and its BF twin; when, from
 * DB_SHADER_CONTROL: DEPTH_BEFORE_SHADER tests and writes before the shader; so does an early Z_ORDER, unless the shader may drop
 * samples (then it tests early, and tests and writes late) or exports depth or stencil (then early only where CONSERVATIVE_Z_EXPORT
 * makes an early failure final); all else is late. An early failure drops the sample. A late-tested pixel always runs while
 * EXEC_ON_HIER_FAIL is set; else one whose samples all fail is dropped before the shader.
 */
export interface DepthBuffer {
  /** Value of every sample at the start, as a float32. */
  readonly depth: number;
  /** 8 bits. */
  readonly stencil: number;
}

/** Depth of a `pct` schedule at most: each question looks at all that fell so far. */
export const PCT_DEPTH_MAX = 100;

/** Steps that a `pct` schedule spreads its changes over at most: a stream draws below no larger number. */
export const PCT_STEPS_MAX = 2 ** 32;

/** A choice of the hardware that is not its first alternative, identified by its subject (debugging.md). */
export interface ScheduleDecision {
  /** Number of the choice point. */
  readonly point: number;
  /** Its subject, a unit and a wave, as the model numbers events; absent: any subject. */
  readonly subject?: number;
  /** Which time this is asked, from 1 on; absent: each time. */
  readonly nth?: number;
  /** The alternative, or the last one where there are not so many; of events in one cycle, the one that the subject names. */
  readonly take: number;
}

/**
 * Makes the decisions that hardware is free to make (debugging.md). A `seed` has 64 bits, as `0x` and hex digits. `pct` has fixed
 * priorities that change `depth` - 1 times within a number of `steps`; `choices` are the numbers of alternatives.
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
      /** Events come in the order of these choices, whatever their latencies (`pops-tb explore`). */
      readonly strategy: 'order';
      readonly choices: readonly number[];
      /** Each event may also come in the cycle of the one before it. */
      readonly together?: true;
      /** Seed of the choices after the list; absent: the first alternative. */
      readonly rest?: string;
    }
  | {
      /** The first alternative everywhere but for these. */
      readonly strategy: 'decisions';
      readonly decisions: readonly ScheduleDecision[];
    };

/**
 * Everything about one test as plain data: anyone who has it can run, judge, shrink and store the test (seeds.md). `memory` is what
 * programs can reach, `ordered` the part of it that the interlock orders, `freedoms` the values of all knobs.
 */
export interface Scenario {
  /** Version of this shape; another one is refused. */
  readonly format: number;
  /** Version of the model that recorded the schedule. */
  readonly model: number;
  /** The sequence that made it. */
  readonly name: string;
  readonly chip: ChipName;
  readonly wave: WaveSize;
  /** The litmus cell whose runs it has, so that the outcome of that cell has to be seen in it; absent: none. */
  readonly litmus?: LitmusName;
  readonly freedoms: Freedoms;
  /** Programs by index. */
  readonly programs: readonly Program[];
  /** Draws in the order in which they are issued. */
  readonly draws: readonly Draw[];
  readonly memory: readonly MemoryObject[];
  readonly ordered: readonly OrderedMemory[];
  /** Absent: every test passes, and nothing is written. */
  readonly depthBuffer?: DepthBuffer;
  /**
   * Format of the colour buffer of each target, zero at first; without them colours are exported and forgotten. Where DB_ALPHA_TO_MASK
   * lets alpha decide coverage, a pixel keeps its first samples: as many as alpha times their number plus the offset of the pixel's place
   * in its 2x2 pixels, a quarter of a sample each, and an eighth with OFFSET_ROUND, rounded down. The others are neither tested late nor written.
   */
  readonly colourBuffers?: readonly ColourFormat[];
  /** Absent: pixel waves have the device for themselves. */
  readonly background?: Background;
  readonly schedule: Schedule;
  /** What a design answered in place of a unit; absent: every unit is the model's. */
  readonly design?: RecordedDesign;
  /** Faults that the device has; empty for a correct one. */
  readonly faults: readonly FaultId[];
  /** Rules that a negative test must fire, exactly; empty for a clean test. */
  readonly expects: readonly RuleId[];
}
