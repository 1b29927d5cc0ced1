import type { WordSource } from '../../../arch/index.js';
import { chipOf, factsOf, getInstructionSet, SEPARATE_MEMORY } from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import type { Owner } from '../basics/dispatch.js';
import { ScreenGrid } from '../geometry/screen-grid.js';
import { AccessLedger } from '../ledger/accesses.js';
import { BackgroundLedger } from '../ledger/background.js';
import { CountedAccesses } from '../ledger/counted-accesses.js';
import { DepthLedger } from '../ledger/depth.js';
import { DrawStarts } from '../ledger/draw-starts.js';
import { EntryLedger } from '../ledger/entries.js';
import { IssueBursts } from '../ledger/issue-bursts.js';
import { OrderedMemory } from '../ledger/ordered-memory.js';
import { OverlapLedger } from '../ledger/overlaps.js';
import { PackerLedger } from '../ledger/packers.js';
import { WaitLedger } from '../ledger/waits.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { WaveLedger } from '../ledger/waves.js';
import { computeDrawFacts, type DrawFacts } from '../program/draws.js';
import { getDecodedProgram } from '../program/programs.js';
import { BackgroundReference } from '../reference/background-reference.js';
import { SequentialReference } from '../reference/sequential-reference.js';
import { VisibilityLedger } from '../visibility/visibility-ledger.js';

/** The facts that rules share, all recomputed from the scenario and the transactions. */
export type Ledgers = Readonly<ReturnType<typeof createLedgers>>;

/**
 * Creates the ledgers at the start of a stream.
 *
 * @param maxKept maximum number of waves to keep; beyond that, finished ones are dropped
 * @param isForeign whether the stream is a trace from another device, whose behaviour we make no assumptions about
 * @param historyAddress address of the word whose access history is reported if its final value is wrong
 */
export function createLedgers(
  scenario: Scenario,
  maxKept: number,
  memory: WordSource = SEPARATE_MEMORY,
  isForeign = false,
  historyAddress?: number,
) {
  const chip = chipOf(scenario.chip);
  const { gfx } = chip;
  const set = getInstructionSet(chip);
  const grid = new ScreenGrid(scenario, gfx);
  const draws = computeDrawFacts(scenario, (program) => getDecodedProgram(program, set, scenario.wave));
  const waves = new WaveLedger(
    draws,
    grid,
    scenario.wave,
    needsAllWaves(scenario, draws) ? Infinity : maxKept,
  );
  const packers = new PackerLedger(waves, gfx, scenario.freedoms);
  const ordered = new OrderedMemory(scenario, memory);
  const accesses = new AccessLedger(waves, ordered);
  const background = new BackgroundLedger(scenario, set);
  return {
    scenario,
    /** Whether the stream is a trace from another device, whose behaviour we make no assumptions about. */
    isForeign,
    /** Allocates arrays that can be freed after the verdict. */
    memory,
    gfx,
    /** The instruction set used to decode programs. */
    set,
    grid,
    draws,
    drawStarts: new DrawStarts(),
    waves,
    packers,
    entries: new EntryLedger(packers, gfx),
    overlaps: new OverlapLedger(
      waves,
      grid,
      factsOf(gfx).hasIntrawaveCollisions,
      scenario.freedoms.idWindow,
      memory,
    ),
    ordered,
    accesses,
    waits: new WaitLedger(accesses, gfx),
    outstandingAccesses: new CountedAccesses({ waves, background }, scenario, isForeign),
    visibility: new VisibilityLedger(scenario, waves, grid, gfx, ordered, isForeign, memory),
    depth: new DepthLedger(scenario, draws, grid, gfx, waves),
    reference: new SequentialReference({ scenario, grid, gfx, draws, waves, memory }),
    background,
    backgroundReference: new BackgroundReference(scenario, memory),
    bursts: new IssueBursts(waves),
    /** Address of the word whose access history is reported if its final value is wrong. */
    historyAddress,
  };
}

/**
 * Whether all waves must be kept. Where sections are not ordered, their actual order is only known once they have all
 * ended; until then, any wave may be next in order (ORD-09). All waves are revisited to find the effects of reads by
 * waves without an interlock (ORD-03).
 */
function needsAllWaves({ ordered: memory }: Scenario, draws: readonly DrawFacts[]): boolean {
  return draws.some(({ interlocked, ordered }) => !interlocked || (!ordered && memory.length > 0));
}

/** Returns the handlers of all ledgers, each one after those it depends on. */
export function listLedgerHandlers(ledgers: Ledgers): readonly Owner<WaveRecord>[] {
  const { waves, drawStarts, packers, overlaps, entries, accesses, waits, outstandingAccesses } = ledgers;
  const { visibility, depth, reference, background, bursts, scenario } = ledgers;
  return [
    ...[waves, drawStarts, packers, overlaps, entries, accesses, waits, outstandingAccesses],
    ...(visibility.isActive ? [visibility] : []),
    ...[depth, reference, bursts],
    ...(scenario.background === undefined ? [] : [background]),
  ].map(({ on }) => on);
}
