import { QUAD_COLUMNS, setting } from '../../../transactions/index.js';
import { DefaultMap, defineRule, formatWave, QUAD, type WaveRecord } from '../../kit.js';

/**
 * The table has an entry for each quad position covered by the packer's unfinished ordered waves, up to
 * `overlapEntries`. After a flush, all waves formed before it must have exited (U7).
 */
export const LAUNCH_13 = defineRule({
  id: 'LAUNCH-13',
  text: 'A packer forms ordered waves only while its overlap table has room, and after a flush waits until it is empty.',
  statements: ['P-003'],
  needs: ['wave-formed', 'section-exit'],
  unarmedReason: 'no overlap table filled up, or the device assumes overlap when a table is full',
  skips: {
    waves: 'of unordered draws: they take no entries',
    scenes: 'with coarse fragments: a quad covers several positions',
    devices: 'that assume overlap when the table is full: their waves need not wait',
  },
  create(ledgers, judge) {
    const { overlapOverflow, overlapEntries } = ledgers.scenario.freedoms;
    if (ledgers.grid.hasCoarseFragments || overlapOverflow === setting('overlapOverflow', 'conservative'))
      return {};
    const canFlush = overlapOverflow === setting('overlapOverflow', 'flush');
    const tables = new DefaultMap<number, Table>(() => new Table());

    const addWave = (wave: WaveRecord, table: Table): void => {
      const [oldest] = table.waves;
      if (table.isFlushing) judge.armed++;
      if (table.isFlushing && oldest !== undefined && judge.fires())
        judge.reportAt(wave, wave.formedCycle, {
          unit: 'sc',
          place: { otherWave: oldest.wave },
          allowed: 'A full overlap table that is being flushed takes no quads until it is empty.',
          observed: `${formatWave(wave)} is formed after the flush began, and ${formatWave(oldest)} has not exited.`,
          steps: [`cycle ${wave.formedCycle}: ${formatWave(wave)} is formed`],
          hint: 'Check when the packer resumes after a flush.',
        });
      table.waves.add(wave);
      for (const position of getPositions(wave))
        table.waveCounts.set(position, (table.waveCounts.get(position) ?? 0) + 1);
      if (table.waveCounts.size === overlapEntries) judge.armed++;
      if (table.waveCounts.size > overlapEntries && judge.fires()) {
        const { overlapEntries } = ledgers.scenario.freedoms;
        judge.reportAt(wave, wave.formedCycle, {
          unit: 'sc',
          allowed: `The unfinished waves of a packer cover at most ${overlapEntries} quad positions (overlapEntries).`,
          observed: `Including ${formatWave(wave)}, the unfinished waves of packer ${wave.packer} cover ${table.waveCounts.size}.`,
          steps: [`cycle ${wave.formedCycle}: ${formatWave(wave)} is formed`],
          hint: 'Check that the packer stalls on a full overlap table, and when entries are freed.',
        });
      }
    };

    return {
      onWave: {
        'wave-formed': (wave, t) => {
          if (!wave.facts.ordered) return;
          const table = tables.getOrCreate(wave.packer);
          addWave(wave, table);
          table.isFlushing = canFlush && t.reason === 'table';
        },
        'section-exit': (wave) => {
          if (!tables.get(wave.packer)?.waves.delete(wave)) return;
          const { waveCounts } = tables.getOrCreate(wave.packer);
          for (const position of getPositions(wave)) {
            const remaining = waveCounts.get(position)! - 1;
            if (remaining === 0) waveCounts.delete(position);
            else waveCounts.set(position, remaining);
          }
        },
      },
    };
  },
});

/** The positions in use in a packer's table. */
class Table {
  /** Number of unfinished waves at each position, which is y * 2^16 + x. */
  readonly waveCounts = new Map<number, number>();
  readonly waves = new Set<WaveRecord>();
  /** Whether the last wave was closed because the table filled up and must now be flushed. */
  isFlushing = false;
}

function getPositions({ quads }: WaveRecord): ReadonlySet<number> {
  const positions = new Set<number>();
  for (let row = 0; row < quads.length; row += QUAD_COLUMNS)
    positions.add(quads[row + QUAD.Y]! * 2 ** 16 + quads[row + QUAD.X]!);
  return positions;
}
