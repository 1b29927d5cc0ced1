import { Dispatcher } from '../../checkers/evidence/basics/dispatch.js';
import { createLedgers, listLedgerHandlers } from '../../checkers/evidence/facts/ledgers.js';
import { createScoreboards } from '../../checkers/index.js';
import { getKillMatrixPath, readKillMatrix } from '../../closure/qualify/qualify.js';
import { parseTestName } from '../../harness/selection/plan.js';
import { runScenario } from '../../rtl-model/index.js';
import type { FaultId, Scenario, Transaction, Verdict } from '../../transactions/index.js';
import { drawTest } from '../support/drawn-test.js';

function removeMessages({ violations, ...rest }: Verdict): unknown {
  return {
    ...rest,
    violations: violations.map(({ rule, cycle, unit, severity }) => [rule, cycle, unit, severity]),
  };
}

/** Checks a scenario twice: once keeping all waves, and once keeping only unfinished ones. */
function checkTwice(scenario: Scenario): [kept: unknown, dropped: unknown] {
  const kept = createScoreboards(scenario, { keptWaves: Infinity });
  const dropped = createScoreboards(scenario, { keptWaves: 0 });
  runScenario(scenario, (transaction) => {
    kept.observe(transaction);
    dropped.observe(transaction);
  });
  return [removeMessages(kept.finish()), removeMessages(dropped.finish())];
}

function createScenario(sequence: string, seed: string, faults: readonly FaultId[]): Scenario {
  return drawTest(sequence, seed, { faults });
}

describe('waves dropped from the ledgers', () => {
  const faults = ['F01', 'F27', 'F33', 'F76', 'F96', 'F136'];
  const killRows = readKillMatrix(getKillMatrixPath()).filter(({ id }) => faults.includes(id));

  it.each(killRows.map(({ id, killer }) => [id, killer] as const))(
    'do not change the findings of %s',
    (id, killer) => {
      const { sequence, seed } = parseTestName(killer);
      const [kept, dropped] = checkTwice(createScenario(sequence, seed, [id]));
      expect(dropped).toEqual(kept);
    },
  );

  it.each(['unordered_kinds', 'intrawave_layers', 'sections', 'generated'])(
    'do not change the result of a clean run of %s',
    (sequence) => {
      const [kept, dropped] = checkTwice(createScenario(sequence, '0x0000000000000071', []));
      expect(dropped).toEqual(kept);
    },
  );

  it('include all except those in flight and the last wave at each pixel, however long the test is', () => {
    const shortScenario = createScenario('rmw_buffer', '0x0000000000000007', []);
    const scenario = {
      ...shortScenario,
      draws: Array.from({ length: 60 }, (_, i) => shortScenario.draws[i % shortScenario.draws.length]),
    };
    const ledgers = createLedgers(scenario, 16);
    const { waves, packers } = ledgers;
    const dispatch = new Dispatcher(listLedgerHandlers(ledgers), [], (wave) => ledgers.waves.find(wave));
    let alive = 0;
    let overdueCount = 0;
    runScenario(scenario, (transaction) => {
      dispatch.send(transaction);
      if (transaction.kind !== 'wave-formed') return;
      alive = Math.max(alive, waves.formed.kept.filter((wave) => !wave.isOver).length);
      const { oldest } = waves.formed;
      if (waves.formed.keptCount > 17 && oldest?.isOver) overdueCount++;
    });
    expect(waves.formed.length).toBeGreaterThan(400);
    expect(waves.removedCount).toBeGreaterThan(waves.formed.length - 17 - 2 * alive);
    expect(overdueCount).toBe(0);
    for (const packer of packers.packers)
      expect(packer.waves.keptCount).toBeLessThanOrEqual(waves.formed.keptCount);
    const droppedCount = waves.formed.length - waves.formed.keptCount;
    const stillReferenced = Array.from({ length: droppedCount }, (_, order) =>
      waves.findByOrder(order),
    ).filter((wave) => wave !== undefined);
    expect(
      stillReferenced.every(
        ({ lastCoverCount, olderInPacker, predecessors }) =>
          lastCoverCount > 0 && olderInPacker === undefined && predecessors.length === 0,
      ),
    ).toBe(true);
    expect(stillReferenced.length).toBeLessThan(droppedCount / 2);
  });

  it('free their numbers for younger waves in a trace', () => {
    const shortScenario = createScenario('rmw_buffer', '0x0000000000000007', []);
    const draws = Array.from({ length: 30 }, (_, i) => shortScenario.draws[i % shortScenario.draws.length]);
    const scenario = { ...shortScenario, draws };
    // When a number is reused, the older wave with that number is still kept.
    const scoreboards = createScoreboards(scenario, { keptWaves: NUMBER_COUNT + 32 });
    let formed = 0;
    runScenario(scenario, (transaction) => {
      if (transaction.kind === 'wave-formed') formed++;
      scoreboards.observe(wrapWaveNumbers(transaction));
    });
    const { violations, unchecked } = scoreboards.finish();
    expect(formed).toBeGreaterThan(2 * NUMBER_COUNT);
    expect({ violations, unchecked }).toEqual({ violations: [], unchecked: [] });
  });
});

/** Wave numbers in the trace wrap at this value. There are never this many waves alive at once. */
const NUMBER_COUNT = 128;

function wrapWaveNumbers(transaction: Transaction): Transaction {
  const { kind } = transaction;
  if (kind === 'overlap') {
    const overlapped = transaction.overlapped.map((wave) => wave % NUMBER_COUNT);
    return { ...transaction, wave: transaction.wave % NUMBER_COUNT, overlapped };
  }
  return 'wave' in transaction ? { ...transaction, wave: transaction.wave % NUMBER_COUNT } : transaction;
}
