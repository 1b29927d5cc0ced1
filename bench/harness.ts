/** The result of one side in one round. */
export interface Round {
  /** Amount of work done, in units of the metric, such as waves. */
  readonly work: number;
  readonly seconds: number;
}

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  round(): Round | Promise<Round>;
}

/** Creates a side that does the same work in each round and measures wall-clock time. */
export function createTimedSide(name: string, work: number, body: () => Promise<unknown>): Side {
  return {
    name,
    round: async () => {
      const start = performance.now();
      await body();
      return { work, seconds: (performance.now() - start) / 1000 };
    },
  };
}

/** The results of all rounds for one side. */
export interface SideResult {
  readonly name: string;
  /** Units per second in each round, in order. */
  readonly rates: readonly number[];
  readonly bestRate: number;
}

/** Minimum number of rounds, as required by goals.md. */
export const MIN_ROUNDS = 5;

/**
 * Runs all sides in turn in each round, so that a temporary slowdown of the machine affects all of them. Returns every
 * rate and the best rate of each side.
 *
 * @throws RangeError if there are fewer than `MIN_ROUNDS` rounds.
 */
export async function measureInterleaved<S extends readonly Side[]>(
  sides: S,
  rounds: number,
): Promise<{ [K in keyof S]: SideResult }> {
  if (rounds < MIN_ROUNDS)
    throw new RangeError(`Invalid ROUNDS: expected ${MIN_ROUNDS} or more, got ${rounds}`);
  const rates = sides.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const { work, seconds } = await side.round();
      rates[index].push(work / seconds);
    }
  }
  return sides.map((side, index) => ({
    name: side.name,
    rates: rates[index],
    bestRate: Math.max(...rates[index]),
  })) as { [K in keyof S]: SideResult };
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
