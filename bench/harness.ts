/** Result of one round of one side. */
export interface Round {
  /** Units of the metric, such as waves. */
  readonly work: number;
  readonly seconds: number;
}

/** One of the sides that are compared. */
export interface Side {
  readonly name: string;
  round(): Round | Promise<Round>;
}

/** A side that does the same work in each round, timed by the clock. */
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
  /** Units a second of each round, in the order of the rounds. */
  readonly rates: readonly number[];
  readonly bestRate: number;
}

/** Rounds that goals.md asks for at least. */
export const ROUNDS_MIN = 5;

/**
 * Runs every side once per round, one after the other, so that a slow phase of the machine affects all of them, and keeps each side's best.
 *
 * @throws RangeError when there are fewer rounds than `ROUNDS_MIN`.
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
 * Seconds of processor time that `work` takes, with what it returns. Collecting garbage and compiling on other cores count, since
 * a run that has all cores at work pays for them.
 */
export function timedByProcessor<T>(work: () => T): { readonly value: T; readonly seconds: number } {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return { value, seconds: (user + system) / 1e6 };
}

/** Seconds that `work` takes, with what it returns. */
export function timed<T>(work: () => T): { readonly value: T; readonly seconds: number } {
  const start = performance.now();
  const value = work();
  return { value, seconds: (performance.now() - start) / 1000 };
}
