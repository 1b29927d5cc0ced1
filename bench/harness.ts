/** Result of one round of one side. */
export interface Round {
  /** Units of the metric, such as waves. */
  readonly work: number;
  readonly seconds: number;
}

/** One of the sides compared. */
export interface Side {
  readonly name: string;
  round(): Round | Promise<Round>;
}

/** A side that does the same work each round, timed by the clock. */
export function clockedSide(name: string, work: number, act: () => Promise<unknown>): Side {
  return {
    name,
    round: async () => {
      const began = performance.now();
      await act();
      return { work, seconds: (performance.now() - began) / 1000 };
    },
  };
}

/** All rounds of one side. */
export interface SideResult {
  readonly name: string;
  /** Units per second in each round, in order. */
  readonly rates: readonly number[];
  readonly bestRate: number;
}

/** Minimum rounds required by goals.md. */
export const ROUNDS_MIN = 5;

/**
 * Runs every side once per round, in turn, so that a slow phase of the machine affects them all, and keeps each side's best.
 *
 * @throws RangeError for fewer rounds than `ROUNDS_MIN`.
 */
export async function measureInterleaved<S extends readonly Side[]>(
  sides: S,
  rounds: number,
): Promise<{ [K in keyof S]: SideResult }> {
  if (rounds < ROUNDS_MIN)
    throw new RangeError(`Invalid ROUNDS: expected ${ROUNDS_MIN} or more, got ${rounds}`);
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
 * Processor seconds taken by `work`, and its result. Includes garbage collection and compilation on other cores, since a run with
 * all cores busy pays for them.
 */
export function timedByProcessor<T>(work: () => T): { readonly value: T; readonly seconds: number } {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return { value, seconds: (user + system) / 1e6 };
}

/** Seconds taken by `work`, and its result. */
export function timed<T>(work: () => T): { readonly value: T; readonly seconds: number } {
  const start = performance.now();
  const value = work();
  return { value, seconds: (performance.now() - start) / 1000 };
}
