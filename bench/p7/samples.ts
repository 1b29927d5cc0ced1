import { COVERAGE_MODEL, type CompiledGroup, type Coverpoint, Sampler } from '../../coverage/index.js';
import { RandomStream } from '../../transactions/index.js';

/** Number of samples per covergroup and pass. */
const SAMPLES = 2048;

/** The samples for one covergroup: its coverpoint values, and the bins they hit. */
export interface GroupSamples {
  readonly group: CompiledGroup;
  /** One row of values per sample, in the order of the coverpoints. */
  readonly values: Int32Array;
  /**
   * The bins hit, sample by sample. Those of sample n start at index `from[n]` and end before `from[n + 1]`.
   */
  readonly bins: Int32Array;
  readonly from: Int32Array;
}

/** Draws samples for every covergroup in the model, using the edge values of its bins. */
export function makeSamples(): readonly GroupSamples[] {
  const random = new RandomStream('0x70');
  return COVERAGE_MODEL.groups.map(({ compiled }) => samplesOf(compiled, random));
}

function samplesOf(group: CompiledGroup, random: RandomStream): GroupSamples {
  const edges = Object.values(group.definition.points).map(edgesOf);
  const rows = Array.from({ length: SAMPLES }, () =>
    edges.map((values) => values[random.below(values.length)]),
  );
  const hits = new Uint32Array(group.bins.length);
  const sampler = new Sampler(group, hits);
  const bins: number[] = [];
  const from = [0];
  for (const row of rows) {
    hits.fill(0);
    sampler.values.set(row);
    sampler.sample();
    hits.forEach((count, bin) => {
      for (let i = 0; i < count; i++) bins.push(bin);
    });
    from.push(bins.length);
  }
  return {
    group,
    values: Int32Array.from(rows.flat()),
    bins: Int32Array.from(bins),
    from: Int32Array.from(from),
  };
}

/** Returns the first and last value of every range listed in a coverpoint's bins. */
function edgesOf(point: Coverpoint): number[] {
  const sets =
    'bins' in point
      ? point.bins.map(({ values }) => values)
      : point.transitions.flatMap(({ steps }) => steps);
  return sets.flatMap((set) => (set === 'others' ? [] : set.flat()));
}

/** Number of samples in one pass over all groups. */
export function countSamples(groups: readonly GroupSamples[]): number {
  return groups.length * SAMPLES;
}
