/** The result of one side in one round. */
export interface Round {
  /** Amount of work done, in units of the metric, such as waves. */
  readonly work: number;
  readonly seconds: number;
}

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  /** Whether the side's rate is its total work over its total time, instead of its best round's rate. */
  readonly isTotal?: true;
  round(): Round | Promise<Round>;
}

/** The result of all rounds for one side, in units per second. */
export interface SideResult {
  readonly name: string;
  readonly bestRate: number;
}

/** Two sides to compare, and the ratio of their rates that is acceptable (`floor`) and wanted (`aim`). */
export interface Pair {
  readonly subject: Side;
  readonly comparator: Side;
  readonly floor: number;
  readonly aim: number;
}

/** What a metric measures on this machine. */
export interface Setup {
  readonly pairs: readonly Pair[];
  readonly skipped?: readonly SkippedComparator[];
  /** Removes what the sides needed. */
  close?(): unknown;
}

/** One of the metrics defined in goals.md. */
export interface Metric {
  readonly id: string;
  readonly title: string;
  /** Unit of the rates, such as `waves/s`. */
  readonly unit: string;
  setUp(): Setup | Promise<Setup>;
}

/** A comparator that is not installed on this machine. */
export interface SkippedComparator {
  readonly comparator: string;
  /** The command that installs it. */
  readonly install: string;
}

/** The subject and a comparator, measured in the same rounds. */
export interface Comparison {
  readonly subject: SideResult;
  readonly comparator: SideResult;
  readonly ratio: number;
  readonly floor: number;
  readonly aim: number;
}

/** The results of a metric. */
export interface Measurement {
  readonly comparisons: readonly Comparison[];
  readonly skipped: readonly SkippedComparator[];
}

/** Minimum number of rounds, as required by goals.md. */
export const MIN_ROUNDS = 5;

/** Measures a metric's sides in turn, each once per round even if several pairs have it. */
export async function measureMetric(metric: Metric, rounds: number): Promise<Measurement> {
  const { pairs, skipped = [], close } = await metric.setUp();
  try {
    const sides = [...new Set(pairs.flatMap(({ subject, comparator }) => [subject, comparator]))];
    const results = await measureInterleaved(sides, rounds);
    const comparisons = pairs.map(({ subject, comparator, floor, aim }) =>
      compare(results[sides.indexOf(subject)]!, results[sides.indexOf(comparator)]!, floor, aim),
    );
    return { comparisons, skipped };
  } finally {
    await close?.();
  }
}

/** Compares the rates of both sides. */
export function compare(subject: SideResult, comparator: SideResult, floor: number, aim: number): Comparison {
  return { subject, comparator, ratio: subject.bestRate / comparator.bestRate, floor, aim };
}

/** Compares a side with a time limit by treating the limit as a rate. For goals expressed in seconds. */
export function compareToLimit(subject: Side, { max, target }: { max: number; target: number }): Pair {
  const comparator = { name: `one in ${max} s`, round: () => ({ work: 1, seconds: max }) };
  return { subject, comparator, floor: 1, aim: max / target };
}

/** Returns the highest threshold that the ratio meets, or `below` if it meets neither. */
export function getVerdict(comparison: Comparison): 'aim' | 'floor' | 'below' {
  if (comparison.ratio >= comparison.aim) return 'aim';
  return comparison.ratio >= comparison.floor ? 'floor' : 'below';
}

/**
 * Runs all sides in turn in each round, so that a temporary slowdown of the machine affects all of them. Returns the
 * best rate of each side, or its total rate.
 *
 * @throws RangeError if there are fewer than `MIN_ROUNDS` rounds.
 */
export async function measureInterleaved(sides: readonly Side[], rounds: number): Promise<SideResult[]> {
  if (rounds < MIN_ROUNDS)
    throw new RangeError(`Invalid ROUNDS: expected ${MIN_ROUNDS} or more, got ${rounds}`);
  const results = sides.map((): Round[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, side] of sides.entries()) results[index]!.push(await side.round());
  return sides.map(({ name, isTotal }, index) => {
    const rates = results[index]!.map(({ work, seconds }) => work / seconds);
    const sum = (key: keyof Round): number => results[index]!.reduce((total, round) => total + round[key], 0);
    return { name, bestRate: isTotal === true ? sum('work') / sum('seconds') : Math.max(...rates) };
  });
}

/** Creates a side that does the same work in each round and measures wall-clock time. */
export function createTimedSide(name: string, work: number, body: () => unknown): Side {
  return {
    name,
    round: async () => {
      const start = performance.now();
      await body();
      return { work, seconds: (performance.now() - start) / 1000 };
    },
  };
}

/** Creates a side whose rounds return their work, and measures it with `measureTime` or `measureCpuTime`. */
export function createCountingSide(name: string, measure: typeof measureTime, body: () => number): Side {
  return {
    name,
    round: () => {
      const { value, seconds } = measure(body);
      return { work: value, seconds };
    },
  };
}

/**
 * Runs `work` and returns its result and the CPU time it took in seconds, including garbage collection and compilation
 * on other cores, because they cost time when a run keeps all cores busy.
 */
export function measureCpuTime<T>(work: () => T): { readonly value: T; readonly seconds: number } {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return { value, seconds: (user + system) / 1e6 };
}

/** Runs `work` and returns its result and the elapsed time in seconds. */
export function measureTime<T>(work: () => T): { readonly value: T; readonly seconds: number } {
  const start = performance.now();
  const value = work();
  return { value, seconds: (performance.now() - start) / 1000 };
}
