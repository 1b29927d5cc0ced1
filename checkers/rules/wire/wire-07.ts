import { QUAD_COLUMNS } from '../../../transactions/index.js';
import { DefaultMap, defineRule, QUAD } from '../../kit.js';

/** A column with at least this many region rows per packer includes every packer, whatever the region map. */
const ROWS_PER_PACKER = 2;

/**
 * Regions rotate through all packers from row to row and, in a checkerboard, from column to column. So once the waves
 * in one column cover 2 * `packers` consecutive region rows, every packer must have formed a wave. An unused packer
 * wastes its share of the throughput.
 */
export const WIRE_07 = defineRule({
  id: 'WIRE-07',
  text: 'Given enough screen regions, every packer forms waves.',
  statements: ['P-039', 'P-058', 'P-059'],
  needs: ['wave-formed'],
  unarmedReason: 'no scene covered enough regions',
  create(ledgers, judge) {
    const { packers, regionSize } = ledgers.scenario.freedoms;
    if (packers === 1) return {};
    const usedPackers = new Set<number>();
    /** The region rows that contain a quad, for each region column. */
    const rows = new DefaultMap<number, Set<number>>(() => new Set());
    return {
      'wave-formed': (t) => {
        if (usedPackers.size >= packers) return;
        usedPackers.add(t.packer);
        const quads = ledgers.waves.find(t.wave)?.quads ?? [];
        for (let quad = 0; quad < quads.length; quad += QUAD_COLUMNS) {
          const column = Math.floor(quads[quad + QUAD.X] / regionSize);
          rows.getOrCreate(column).add(Math.floor(quads[quad + QUAD.Y] / regionSize));
        }
      },
      finish: (end) => {
        const rowCount = ROWS_PER_PACKER * packers;
        const longColumn = [...rows].find(([, rowSet]) => findLongestRun(rowSet) >= rowCount);
        const areAllUsed = usedPackers.size >= packers;
        if (areAllUsed || longColumn !== undefined) judge.armed++;
        if (areAllUsed || longColumn === undefined || !judge.fires()) return;
        const idle = Array.from({ length: packers }, (_, packer) => packer).filter(
          (i) => !usedPackers.has(i),
        );
        judge.report({
          cycle: end,
          unit: 'sc',
          place: {},
          allowed: `Any ${rowCount} consecutive region rows include all ${packers} packers.`,
          observed: `Waves cover that many rows in column ${longColumn[0]}, and none belongs to packer ${idle.join(', ')}.`,
          hint: 'Check which packers the region map uses.',
        });
      },
    };
  },
});

function findLongestRun(rows: ReadonlySet<number>): number {
  let [longest, run, previous] = [0, 0, Number.NaN];
  for (const row of [...rows].sort((a, b) => a - b)) {
    run = row === previous + 1 ? run + 1 : 1;
    previous = row;
    longest = Math.max(longest, run);
  }
  return longest;
}
