import { COVERAGE_MODEL, type CompiledGroup, type Coverpoint, Sampler } from '../../coverage/index.js';
import { RandomStream } from '../../transactions/index.js';

/** Number of samples per covergroup in a pass. */
const SAMPLES = 2048;

/** Samples of one covergroup: the values of its coverpoints, and the bins they hit. */
export interface GroupSamples {
  readonly group: CompiledGroup;
  /** One row of values per sample, in the order of the coverpoints. */
  readonly values: Int32Array;
  /** The bins hit by all samples, in sample order. */
  readonly bins: Int32Array;
  /** The bins of sample n start at index `binOffsets[n]` and end before `binOffsets[n + 1]`. */
  readonly binOffsets: Int32Array;
}

/** Draws samples for every covergroup of the model from the edge values of its bins. */
export function makeSamples(): readonly GroupSamples[] {
  const random = new RandomStream('0x70');
  return COVERAGE_MODEL.groups.map(({ compiled }) => drawSamples(compiled, random));
}

function drawSamples(group: CompiledGroup, random: RandomStream): GroupSamples {
  const edges = Object.values(group.definition.points).map(getEdges);
  const rows = Array.from({ length: SAMPLES }, () =>
    edges.map((values) => values[random.below(values.length)]),
  );
  const hits = new Uint32Array(group.bins.length);
  const sampler = new Sampler(group, hits);
  const bins: number[] = [];
  const offsets = [0];
  for (const row of rows) {
    hits.fill(0);
    sampler.values.set(row);
    sampler.sample();
    hits.forEach((count, bin) => {
      for (let i = 0; i < count; i++) bins.push(bin);
    });
    offsets.push(bins.length);
  }
  return {
    group,
    values: Int32Array.from(rows.flat()),
    bins: Int32Array.from(bins),
    binOffsets: Int32Array.from(offsets),
  };
}

/** Returns the first and last value of every range listed in a coverpoint's bins. */
function getEdges(point: Coverpoint): number[] {
  const sets =
    'bins' in point
      ? point.bins.map(({ values }) => values)
      : point.transitions.flatMap(({ steps }) => steps);
  return sets.flatMap((set) => (set === 'others' ? [] : set.flat()));
}

/** Returns the number of samples in one pass over all groups. */
export function countSamples(groups: readonly GroupSamples[]): number {
  return groups.length * SAMPLES;
}
