import type { TransitionPoint } from './definition.js';
import { buildValueMap, type MappedRange, toRanges } from './value-map.js';

/**
 * An automaton that recognises all of a coverpoint's sequences. Each sampled value maps to a symbol. The current state
 * and the symbol together determine the next state, and each state lists the bins it completes. State 0 is the initial
 * state.
 */
export type TransitionAutomaton = Readonly<ReturnType<typeof compileTransitionPoint>>;

/** Builds the automaton, with one state per distinguishable set of partially matched sequences. */
export function compileTransitionPoint(point: TransitionPoint, owner: string) {
  const { symbols, symbolCount, matches } = splitIntoSymbols(point, owner);
  const states = new Map<string, number>([['', 0]]);
  const positionSets: number[][] = [[]];
  const next: number[] = [];
  for (let state = 0; state < positionSets.length; state++) {
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      const advanced = advance(positionSets[state]!, point, (bin, step) => matches(bin, step, symbol));
      const key = advanced.join();
      let target = states.get(key);
      if (target === undefined) {
        target = positionSets.push(advanced) - 1;
        states.set(key, target);
      }
      next.push(target);
    }
  }
  const completedBins = positionSets.map((positions) => findCompletedBins(positions, point));
  const acceptedFrom = [0];
  for (const bins of completedBins) acceptedFrom.push(acceptedFrom.at(-1)! + bins.length);
  return {
    symbols,
    /** Number of symbols, including the last one, which stands for all other values. */
    symbolCount,
    /** Next states, indexed by `state * symbolCount + symbol`. */
    next: Int32Array.from(next),
    /**
     * State s completes the bins from `accepted[acceptedFrom[s]]` up to but not including `accepted[acceptedFrom[s +
     * 1]]`.
     */
    acceptedFrom: Int32Array.from(acceptedFrom),
    accepted: Int32Array.from(completedBins.flat()),
  };
}

/** A position is encoded as `bin * POSITION_BASE + completed steps`, so sequences must be shorter than this. */
const POSITION_BASE = 64;

/** Returns the positions (bin and completed steps) after one more sample, which may also start a sequence. */
function advance(
  positions: readonly number[],
  point: TransitionPoint,
  matches: (bin: number, step: number) => boolean,
): number[] {
  const starts = point.transitions.map((_, bin) => bin * POSITION_BASE);
  const advanced = [...starts, ...positions]
    .filter((position) => {
      const bin = Math.floor(position / POSITION_BASE);
      const step = position % POSITION_BASE;
      return step < point.transitions[bin]!.steps.length && matches(bin, step);
    })
    .map((position) => position + 1);
  return [...new Set(advanced)].sort((a, b) => a - b);
}

function findCompletedBins(positions: readonly number[], point: TransitionPoint): number[] {
  return positions
    .filter((position) => {
      const bin = point.transitions[Math.floor(position / POSITION_BASE)]!;
      return position % POSITION_BASE === bin.steps.length;
    })
    .map((position) => Math.floor(position / POSITION_BASE));
}

/** Splits the values of all steps into maximal ranges of values that every step treats alike. */
function splitIntoSymbols(point: TransitionPoint, owner: string) {
  const steps = point.transitions.map((bin) => {
    if (bin.steps.length < 2 || bin.steps.length >= POSITION_BASE) {
      throw new Error(`Transition '${bin.name}' of ${owner} needs 2 to ${POSITION_BASE - 1} steps.`);
    }
    return bin.steps.map((values) => toRanges(values, `transition '${bin.name}' of ${owner}`));
  });
  const edges = new Set(steps.flat(2).flatMap((range) => [range.low, range.high + 1]));
  const cuts = [...edges].sort((a, b) => a - b);
  const ranges: MappedRange[] = cuts
    .slice(1)
    .map((end, target) => ({ low: cuts[target]!, high: end - 1, target }));
  const symbolCount = ranges.length + 1;
  const matches = (bin: number, step: number, symbol: number): boolean => {
    const range = ranges[symbol];
    return (
      range !== undefined && steps[bin]![step]!.some((set) => set.low <= range.low && range.high <= set.high)
    );
  };
  return { symbols: buildValueMap(ranges, symbolCount - 1), symbolCount, matches };
}
