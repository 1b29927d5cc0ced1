import type { FaultId } from '../../transactions/index.js';
import type { Counts, Print } from './print.js';

/** The print of a fault of the library. */
export interface FaultPrint {
  readonly fault: FaultId;
  readonly print: Print;
}

/** A failing test that was never seen counts as one in this many, spread over what it could have shown. */
const UNSEEN_TESTS = 0.5;

/** Share of such a test that shows a certain error, cause, generation or program; and how much each of these tells. */
const KINDS = {
  fired: { share: 0.1, weight: 1 },
  caused: { share: 0.05, weight: 1 },
  generations: { share: 1 / 6, weight: 1 },
  // A program says less than the rules: a suite of one's own has others.
  programs: { share: 0.03, weight: 0.5 },
} as const satisfies Partial<Record<keyof Print, { readonly share: number; readonly weight: number }>>;

type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

/** For each name, what one test that shows it adds to the likelihood of each fault. */
type Gains = ReadonlyMap<string, Float64Array>;

/**
 * How likely the tests of a group are as tests of each fault, as the mean logarithm a test. What a fault shows in few of its tests
 * costs little where it is missing, and what none of its tests shows costs much where it is there.
 */
export class Likelihoods {
  private readonly gains: Readonly<Record<Kind, Gains>>;
  /** Of a test that shows no error. */
  private readonly silent: Float64Array;

  constructor(private readonly faults: readonly FaultPrint[]) {
    const gainsOf = (kind: Kind): Gains => {
      const names = new Set(faults.flatMap(({ print }) => [...print[kind].keys()]));
      return new Map(Array.from(names, (name) => [name, this.gainOf(kind, name)]));
    };
    this.gains = {
      fired: gainsOf('fired'),
      caused: gainsOf('caused'),
      generations: gainsOf('generations'),
      programs: gainsOf('programs'),
    };
    const names = [...this.gains.fired.keys()];
    this.silent = Float64Array.from(faults, ({ print }) =>
      names.reduce((sum, name) => sum + Math.log(1 - shareOf(print, 'fired', name)), 0),
    );
  }

  /** In the order of the faults; names that no fault shows tell nothing. */
  of(print: Print): Float64Array {
    const sums = this.silent.slice();
    for (const kind of NAMES) {
      for (const [name, count] of print[kind]) {
        const gain = this.gains[kind].get(name);
        if (gain === undefined) continue;
        const share = count / print.tests;
        for (let i = 0; i < sums.length; i++) sums[i]! += share * gain[i]!;
      }
    }
    return sums;
  }

  private gainOf(kind: Kind, name: string): Float64Array {
    const { weight } = KINDS[kind];
    return Float64Array.from(this.faults, ({ print }) => {
      const share = shareOf(print, kind, name);
      const without = kind === 'fired' ? Math.log(1 - share) : 0;
      return weight * (Math.log(share) - without);
    });
  }
}

/** Share of a fault's tests that show something, never quite none or all. */
function shareOf(print: Print, kind: Kind, name: string): number {
  const seen = print[kind].get(name) ?? 0;
  return (seen + UNSEEN_TESTS * KINDS[kind].share) / (print.tests + UNSEEN_TESTS);
}

/** How much an error tells: the fewer faults show it, the more. */
export class Rarity {
  private readonly faultsWith = new Map<string, number>();

  constructor(private readonly faults: readonly FaultPrint[]) {
    for (const { print } of faults)
      for (const error of print.fired.keys())
        this.faultsWith.set(error, (this.faultsWith.get(error) ?? 0) + 1);
  }

  of(error: string): number {
    return Math.log((this.faults.length + 1) / ((this.faultsWith.get(error) ?? 0) + 0.5));
  }
}

/** What two prints have in common of the errors that they show, rare ones counting more: 1 for equal shares, 0 for none in common. */
export function nearness(a: Print, b: Print, rarity: Rarity): number {
  let common = 0;
  let all = 0;
  for (const error of new Set([...a.fired.keys(), ...b.fired.keys()])) {
    const weight = rarity.of(error);
    const [one, other] = [rate(a.fired, error, a.tests), rate(b.fired, error, b.tests)];
    common += weight * Math.min(one, other);
    all += weight * Math.max(one, other);
  }
  return all === 0 ? 0 : common / all;
}

function rate(counts: Counts, name: string, tests: number): number {
  return (counts.get(name) ?? 0) / tests;
}
