import { GENERATIONS, type Gfx } from '../arch/index.js';
import type { RuleClass } from './rules.js';

const PLACES = ['sc', 'db', 'spi', 'sq', 'sqc', 'lds', 'sx', 'rb', 'memory', 'program', 'registers'] as const;

/** An injectable fault (faults.md). Its behaviour is implemented by the entry with the same id in the affected unit. */
export interface Fault {
  readonly id: string;
  readonly title: string;
  /** The model unit that implements the fault, or the part of a test that the stimulus changes. */
  readonly where: (typeof PLACES)[number];
  readonly generations: readonly Gfx[];
  /** The rule classes that may detect the fault: the first violation must be in one of them. */
  readonly classes: readonly RuleClass[];
  /** The fault only takes effect in programs with at least one of these features; if empty, in any program. */
  readonly needs: readonly ProgramFeature[];
}

/** Program features on which some faults depend. */
export type ProgramFeature =
  | 'discard-after-packer'
  /** Sections that end together with the program (`s_endpgm_ordered_ps_done`). */
  | 'combined-exit'
  /** Waves that store to scratch memory. */
  | 'private-memory'
  /** More accesses at once than a counter can hold. */
  | 'full-counters'
  /** Waits that leave some loads outstanding. */
  | 'counted-waits'
  /** Mode switches and loads between the packer write and the first poll. */
  | 'busy-entry'
  /** Loads still in flight when the message is sent. */
  | 'busy-exit'
  /** Ordered accesses with coherence bits, on caches that may be stale. */
  | 'stale-caches'
  /** Like `stale-caches`, but all scoped accesses use device scope. */
  | 'device-scopes'
  /** Layers of overlapping quads within one wave. */
  | 'intrawave-layers'
  /** Plain, image and scalar reads of a word that has already been read coherently. */
  | 'mixed-reads'
  | 'atomics-without-return'
  /** Draws that request coarse fragments. */
  | 'coarse-rates'
  /** Draws that drain and have more depth samples than rasterisation samples, on chips where that matters. */
  | 'drains'
  /** Draws whose sample count differs from the previous draw's. */
  | 'mixed-samples'
  /** Sample interlocks with several samples. */
  | 'sample-interlock'
  /** Draws with an unordered interlock. */
  | 'unordered-interlock'
  /** Draws without ordering. */
  | 'plain-draws'
  /** A section without ordered accesses. */
  | 'empty-section'
  /** Depth or stencil tests after the shader. */
  | 'late-depth'
  /** A section with two divergent halves, many kinds of access, and a read that is used after the exit. */
  | 'many-paths'
  | 'null-export'
  | 'several-exports'
  /** GFX11 and later: alpha is exported to the depth target before the colour. */
  | 'depth-and-colour'
  /** A separate final export through which fully discarded waves exit. */
  | 'early-exit'
  /** GFX11 and later: an epilog that exports alpha to the depth target, where it determines coverage. */
  | 'alpha-through-depth'
  /** Programs that store in one part and exit in the next. */
  | 'separate-epilog';

/** Rule classes in one string, such as `HANG PROTO`. */
type ClassList<Text extends string> = Text extends RuleClass
  ? Text
  : Text extends `${infer First extends RuleClass} ${infer Rest}`
    ? `${First} ${ClassList<Rest>}`
    : never;

/** Creates the function that starts a row of the fault table with everything but its title. */
function rowsOf(where: Fault['where']) {
  return <Text extends string>(
    classes: Text & ClassList<Text>,
    generations: readonly Gfx[] = GENERATIONS,
    ...needs: readonly ProgramFeature[]
  ) => {
    const found = classes.split(' ') as RuleClass[];
    return {
      title: (title: string): Omit<Fault, 'id'> => ({ title, where, generations, classes: found, needs }),
    };
  };
}

/** The functions that start the rows of faults in each place. By default, a fault exists on all generations. */
export const ROWS_OF = Object.fromEntries(PLACES.map((place) => [place, rowsOf(place)])) as Record<
  Fault['where'],
  ReturnType<typeof rowsOf>
>;
