import type { ComparedScene } from './compared-scenes.js';
import { type Explored, explore } from './explore.js';
import type { MarksTable } from './marks.js';
import { scenarioOfScene } from './scene-to-explore.js';

/** What the two searches of one scene came to. */
export interface Comparison {
  readonly reduced: Explored;
  readonly whole: Explored;
  /** What differs between them, and what keeps them from being compared; empty where the reduced search lost nothing. */
  readonly differences: readonly string[];
}

/**
 * Follows a scene with the reductions and without, and compares what came out: the signatures of its failures and the final contents
 * of memory have to be the same sets.
 *
 * @param ms time for each search.
 * @param table what counts as a conflict of events, where it is not the search's own.
 */
export function compareSearches(compared: ComparedScene, ms: number, table?: MarksTable): Comparison {
  const scenario = scenarioOfScene(compared);
  const reduced = explore(scenario, { ms, ...(table === undefined ? {} : { table }) });
  const whole = explore(scenario, { ms, unreduced: true });
  return { reduced, whole, differences: differencesOf(compared, reduced, whole) };
}

function differencesOf(compared: ComparedScene, reduced: Explored, whole: Explored): string[] {
  const spaces = [...compared.spaces].sort().join(', ');
  const accessed = [...whole.spaces].sort().join(', ');
  return [
    ...(reduced.exhausted ? [] : [`the reduced search did not end: ${reduced.bounded.join('; ')}`]),
    ...(whole.exhausted ? [] : [`the search of every order did not end: ${whole.bounded.join('; ')}`]),
    ...(spaces === accessed ? [] : [`its programs access ${accessed}, not ${spaces}`]),
    ...missing('signature', signaturesOf(whole), signaturesOf(reduced)),
    ...missing('final memory', whole.memories, reduced.memories),
  ];
}

function signaturesOf({ findings }: Explored): readonly string[] {
  return findings.map(({ signature }) => signature);
}

/** Texts of what only one of the searches found. */
function missing(what: string, whole: readonly string[], reduced: readonly string[]): string[] {
  const only = (these: readonly string[], those: readonly string[]): number =>
    these.filter((one) => !those.includes(one)).length;
  const [lost, added] = [only(whole, reduced), only(reduced, whole)];
  return [
    ...(lost === 0 ? [] : [`${lost} of ${whole.length} kinds of ${what} only in the search of every order`]),
    ...(added === 0 ? [] : [`${added} of ${reduced.length} kinds of ${what} only in the reduced search`]),
  ];
}
