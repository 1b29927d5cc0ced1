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

/** Version of the scenario format. A file with a different version is rejected with a one-line error. */
export const SCENARIO_FORMAT = 1;

/** Version of the model's behaviour: a recorded schedule only replays on the same version. */
export const MODEL_VERSION = 6;

/**
 * The interlock that the shader's layout qualifier declares (GL_ARB_fragment_shader_interlock). `none` means
 * that none is declared and there is no section: primitive ordering is off for the draw (S-114), and its
 * invocations race on shared memory.
 */
export type Interlock = 'pixel-ordered' | 'pixel-unordered' | 'sample-ordered' | 'sample-unordered' | 'none';

/**
 * An argument that the hardware or the driver loads before the first instruction (formats.md). `register` is the
 * number of its first register in `file`.
 */
export interface ProgramArgument {
  /** Identifies the argument in its program. */
  readonly name: string;
  readonly file: 's' | 'v';
  readonly register: number;
  /** Size in registers. */
  readonly size: number;
}

/**
 * An interpolated input (formats.md). `attribute` is the number in `attrN`; a `flat` input has the value of the
 * provoking vertex.
 */
export interface ProgramInput {
  readonly attribute: number;
  /** Identifies the input in its program. */
  readonly name: string;
  readonly flat: boolean;
}

/**
 * A pixel shader: its machine code as 32-bit `words`, and the registers of its `arguments`. Only the words are
 * executed (formats.md).
 */
export interface Program {
  /** Name shown in reports. */
  readonly name: string;
  readonly words: readonly number[];
  /** A separately compiled colour export that `words` jumps to. Its pcs follow those of `words` (`DecodedProgram`). */
  readonly epilog?: EpilogCode;
  /** The parts from which `words` were concatenated; absent if the program was compiled as a whole. */
  readonly sections?: ShaderSections;
  /** The descriptor from which `words` were generated; absent if unknown. */
  readonly descriptor?: ProgramDescriptor;
  readonly arguments: readonly ProgramArgument[];
  readonly inputs: readonly ProgramInput[];
}

/**
 * One draw: its `registers` (32-bit values keyed by name, as in a driver dump) and its primitives, in order (formats.md).
 * An absent register has its legacy default: triangles, a shading rate of 1x1, no depth or stencil test.
 *
 * VGT_PRIMITIVE_TYPE.PRIM_TYPE gives the meaning of a primitive's three pairs of `vertices`:
 * - 4, triangles: the corners
 * - 17, rectangles: three corners v0, v1 and v2; the fourth is v1 + v2 - v0
 * - 2, lines: both end points, with the second repeated
 * - 1, points: the centre, repeated three times
 *
 * PA_SU_POINT_SIZE and PA_SU_LINE_CNTL give half the size of points and half the width of lines, in 1/16ths of a pixel.
 *
 * The shading rate starts from GE_VRS_RATE. PA_CL_VRS_CNTL's four combiners (vertex, primitive, HTILE, sample
 * iteration, in this order) are then applied, each with a rate of 1x1 because nothing here exports or stores rates.
 * PA_SC_VRS_OVERRIDE_CNTL's combiner is applied last, with its own VRS_RATE (log2 of the width in bits [3:2] of that
 * field, log2 of the height in bits [1:0]).
 */
export interface Draw {
  /** The index of its program in `Scenario.programs`. */
  readonly program: number;
  /** The scene that generated the primitives, if any. */
  readonly scene?: SceneName;
  readonly interlock: Interlock;
  /**
   * Relaxed rasterisation order, if requested explicitly: primitive order is then not guaranteed, even for an ordered
   * interlock (S-143).
   */
  readonly order?: 'relaxed' | undefined;
  /** Width of the viewport, scissor and render area in pixels. */
  readonly width: number;
  /** Height of the viewport, scissor and render area in pixels. */
  readonly height: number;
  /** Samples per pixel. */
  readonly samples: 1 | 2 | 4 | 8 | 16;
  readonly registers: Readonly<Record<string, number>>;
  /** Six values per primitive of any type: x0, y0, x1, y1, x2, y2 in 1/256ths of a pixel, with y pointing down. */
  readonly vertices: readonly number[];
  /** Depth of each primitive (`gl_FragCoord.z`), as a float32 value. */
  readonly depths: readonly number[];
  /**
   * Number of attributes per primitive in parameter memory, with `PARAMETER_DWORDS` words each: P0, P1-P0 and
   * P2-P0 as xyzw.
   */
  readonly attributes: number;
  /** `attributes * PARAMETER_DWORDS` words per primitive. */
  readonly parameters: readonly number[];
}

/**
 * How a memory object's final contents are compared with the reference (checking.md). The `nodes` of
 * per-pixel lists are stored in a separate object.
 */
export type Comparison =
  | { readonly kind: 'bytes' }
  | {
      /**
       * Linked lists. This object contains the first link of each pixel's list (node number + 1; 0 marks the
       * end), and the nodes are stored in a separate object.
       */
      readonly kind: 'per-pixel-list';
      readonly nodes: string;
      /** Index of the first word of node 0 in `nodes`. */
      readonly firstWord: number;
      /** The node size in words. */
      readonly nodeWords: number;
      /** Index of the link word within a node. It contains the number of the next node + 1. */
      readonly nextWord: number;
    }
  | { readonly kind: 'ignore' };

/**
 * The final contents of a memory object as computed by the test itself, independently of any reference
 * (checking.md).
 */
export interface ExpectedContent {
  /** 32-bit words, starting at the first byte. Anything after them is not checked. */
  readonly words: readonly number[];
  /**
   * Size in words of groups that may end up in any order, depending on the serial order of the sections. If
   * absent, every position is fixed.
   */
  readonly groupWords?: number;
}

/**
 * An allocation that programs can access. `compare` determines how its final contents are checked
 * (checking.md).
 */
export interface MemoryObject {
  /** Name that other parts of the scenario use for the object. */
  readonly name: string;
  /** The 48-bit address of the first byte. */
  readonly address: number;
  /** Size in bytes. */
  readonly bytes: number;
  /** 32-bit words, starting at the first byte. The rest of the object is initially zero. */
  readonly initial: readonly number[];
  readonly compare: Comparison;
  /** Contents to check in addition to the comparison with the reference, regardless of `compare`. */
  readonly expected?: ExpectedContent;
}

/**
 * The memory object that the interlock must order, and how its bytes map to pixels (checking.md). Without this
 * mapping, it is unknown which accesses need the section, because waves that do not overlap skip the entry wait.
 */
export interface OrderedMemory {
  /** Name of the memory object. */
  readonly object: string;
  /**
   * Set if the shader declares the memory coherent. Stale data is then an error, regardless of the accesses'
   * coherence bits (S-098).
   */
  readonly coherent?: boolean;
  /**
   * `pixel-rows`: `bytesPerPixel` is the size of a pixel (or sample) and `bytesPerRow` the row stride, in bytes.
   * `whole`: every access is ordered. `sections`: the words that sections access are ordered, as derived from the code
   * and the run.
   */
  readonly layout:
    | { readonly kind: 'pixel-rows'; readonly bytesPerPixel: number; readonly bytesPerRow: number }
    | { readonly kind: 'whole' }
    | { readonly kind: 'sections' };
}

/**
 * A depth and stencil buffer with one value of each per pixel and sample index, shared by all draws
 * (scenarios.md). DB_DEPTH_CONTROL, DB_STENCIL_CONTROL, DB_STENCILREFMASK and its back-face counterpart determine
 * what is tested and written; DB_SHADER_CONTROL determines when:
 * - DEPTH_BEFORE_SHADER tests and writes before the shader.
 * - An early Z_ORDER does the same, with two exceptions. If the shader may drop samples, samples are tested early,
 *   then tested again and written late. If the shader exports depth or stencil, samples are tested early only if
 *   CONSERVATIVE_Z_EXPORT makes an early failure final.
 * - Everything else is tested and written late.
 *
 * An early failure drops the sample. A late-tested pixel always runs if EXEC_ON_HIER_FAIL is set; otherwise it
 * is dropped before the shader if all its samples fail.
 */
export interface DepthBuffer {
  /** Initial value of every sample, as a float32. */
  readonly depth: number;
  /** Initial value of every sample, 8 bits. */
  readonly stencil: number;
}

/** Maximum depth of a `pct` schedule. It is limited because each choice checks all previous changes. */
export const MAX_PCT_DEPTH = 100;

/**
 * Maximum number of steps over which a `pct` schedule spreads its changes, which is the limit of
 * `RandomStream.below`.
 */
export const MAX_PCT_STEPS = 2 ** 32;

/** A hardware choice that takes an alternative other than the first (debugging.md). */
export interface ScheduleDecision {
  /** The number that identifies the choice point. */
  readonly point: number;
  /** The unit and wave to which it applies, numbered like the model's events; if absent, any of them. */
  readonly subject?: number;
  /** The occurrence of the choice point to which it applies, counted from 1; if absent, all of them. */
  readonly nth?: number;
  /**
   * The alternative to take, clamped to the last one. If it is one of several events in one cycle, the subject
   * identifies it.
   */
  readonly take: number;
}

/**
 * How the hardware's choices are made (debugging.md). A `seed` has 64 bits, written as `0x` and hex digits.
 * `pct` has fixed priorities that change `depth` - 1 times within `steps` steps. `choices` are the numbers of the
 * alternatives to take.
 */
export type Schedule =
  | { readonly strategy: 'random'; readonly seed: string }
  | { readonly strategy: 'pct'; readonly seed: string; readonly depth: number; readonly steps: number }
  | {
      readonly strategy: 'replay';
      readonly choices: readonly number[];
      /** Seed of the choices after the list; if absent, they take the first alternative. */
      readonly rest?: string;
    }
  | {
      /** Events occur in the order given by `choices`, regardless of latencies (`pops-tb explore`). */
      readonly strategy: 'order';
      readonly choices: readonly number[];
      /** Each event may also occur in the same cycle as the previous one. */
      readonly together?: true;
      /** Seed of the choices after the list; if absent, they take the first alternative. */
      readonly rest?: string;
    }
  | {
      /** Takes the first alternative everywhere except for the listed decisions. */
      readonly strategy: 'decisions';
      readonly decisions: readonly ScheduleDecision[];
    };

/**
 * One test as plain data: everything needed to run, check, shrink and store it (seeds.md). `ordered` is the part of
 * `memory` that the interlock orders, and `freedoms` holds the values of all knobs.
 */
export interface Scenario {
  /** Version of this format; files with other versions are rejected. */
  readonly format: number;
  /** Version of the model that recorded the schedule. */
  readonly model: number;
  /** Name of the sequence that generated the test. */
  readonly name: string;
  readonly chip: ChipName;
  readonly wave: WaveSize;
  /** The litmus test that it runs, whose outcome must be observed; absent if it runs none. */
  readonly litmus?: LitmusName;
  readonly freedoms: Freedoms;
  /** Programs by index. */
  readonly programs: readonly Program[];
  /** Draws in issue order. */
  readonly draws: readonly Draw[];
  readonly memory: readonly MemoryObject[];
  readonly ordered: readonly OrderedMemory[];
  /** The depth buffer. If absent, every depth test passes and nothing is written. */
  readonly depthBuffer?: DepthBuffer;
  /**
   * The format of each target's colour buffer, which is initially zero. If absent, exported colours are discarded.
   *
   * If DB_ALPHA_TO_MASK makes alpha determine coverage, a pixel keeps only its first samples; the others are
   * neither tested late nor written. The number kept is alpha times the sample count plus an offset, rounded
   * down. Each pixel of a 2x2 block has its own offset, in quarters of a sample; OFFSET_ROUND adds an eighth.
   */
  readonly colourBuffers?: readonly ColourFormat[];
  /** The background work. If absent, only pixel waves use the device. */
  readonly background?: Background;
  readonly schedule: Schedule;
  /** The recorded responses of a design that replaces a unit. If absent, the model provides every unit. */
  readonly design?: RecordedDesign;
  /** Faults to inject into the device; empty for a correct device. */
  readonly faults: readonly FaultId[];
  /** The exact set of rules that must fire in a negative test; empty for a clean test. */
  readonly expects: readonly RuleId[];
}
