import type { Attempt, OrderFaultVerdict } from '../regression/index.js';
import { counted } from './counted.js';
import { textTable } from './table.js';

/** What `qualify --explore --json` prints. */
export interface OrderFaultsDocument {
  readonly faults: readonly OrderFaultVerdict[];
  /** Faults that the search of orders found, in its scene of a few waves. */
  readonly found: number;
  readonly total: number;
  /** Faults that it found, and neither random nor PCT runs. */
  readonly onlyExplored: readonly string[];
  /** Faults that changed no run of their scene. */
  readonly unarmed: readonly string[];
}

/** The JSON document of a table of order faults. */
export function orderFaultsDocument(faults: readonly OrderFaultVerdict[]): OrderFaultsDocument {
  const idsOf = (wanted: (verdict: OrderFaultVerdict) => boolean): string[] =>
    faults.filter(wanted).map(({ id }) => id);
  return {
    faults,
    found: idsOf(({ explore }) => explore.found).length,
    total: faults.length,
    onlyExplored: idsOf(({ explore, random, pct }) => explore.found && !random.found && !pct.found),
    unarmed: idsOf(({ armed }) => !armed),
  };
}

/** The same as a table: each method with its runs and seconds, and their totals. */
export function orderFaultsText({
  faults,
  found,
  total,
  onlyExplored,
  unarmed,
}: OrderFaultsDocument): string {
  const rows = faults.map(({ id, scene, armed, explore, random, pct }) => [
    id,
    scene,
    armed ? 'yes' : 'no',
    explore.rule ?? (explore.ended ? 'none' : 'bounded'),
    cost(explore),
    random.found ? 'found' : 'missed',
    cost(random),
    pct.found ? 'found' : 'missed',
    cost(pct),
  ]);
  const columns = ['fault', 'scene', 'armed', 'explore', 'cost', 'random', 'cost', 'PCT', 'cost'];
  return [
    textTable(
      columns.map((title) => ({ title })),
      rows,
    ),
    '',
    `found     ${found} of ${counted(total, 'order fault')} by explore`,
    `only      found by explore alone: ${onlyExplored.join(', ') || 'none'}`,
    `unarmed   changed no run of their scene: ${unarmed.join(', ') || 'none'}`,
  ].join('\n');
}

function cost({ runs, seconds }: Attempt): string {
  return `${counted(runs, 'run')}, ${seconds.toFixed(1)} s`;
}
