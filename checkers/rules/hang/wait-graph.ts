import type { WaitCause, Waiting } from '../../../transactions/index.js';
import { getEntryWait } from '../../evidence/findings/wait-history.js';
import { getBackgroundName } from '../../evidence/ledger/background.js';
import type { Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { findWaveProgram, formatCount, formatPc, formatWave, NEVER } from '../../kit.js';
import { describeLoop, type LoopCause } from './endless-loop.js';

/** An edge of the wait-for graph: why a party waits and, if known, for which wave. */
export interface WaitEdge {
  /** What the party waits for, as a clause: `waits for an exit that …`. */
  readonly reason: string;
  readonly next?: WaveRecord | undefined;
  /** The loop in which the wave is stuck. */
  readonly loop?: LoopCause;
  /** Set if the wave's wait for the exiting id should already have ended. */
  readonly isOverdue?: true;
}

/** Returns what a wave waits for, based on the device's report and the ledgers. */
export function getWaveEdge(ledgers: Ledgers, wave: WaveRecord, waiting: Waiting | undefined): WaitEdge {
  if (waiting === undefined) return getUnreportedEdge(ledgers, wave);
  const { cause } = waiting;
  switch (cause.on) {
    case 'exiting-id':
    case 'sleep':
      return getPollEdge(ledgers, wave, cause);
    case 'counter': {
      const outstanding = ledgers.accesses
        .getOutstanding(wave)
        .filter((access) => access.counter === cause.counter);
      const accessClause =
        outstanding.length === 0
          ? 'although it has no access outstanding'
          : describeAccess(ledgers, outstanding[0]);
      return { reason: `waits for counter ${cause.counter}, ${accessClause}` };
    }
    case 'export-ready':
      return getExportReadyEdge(ledgers, wave);
    case 'export-space':
      return {
        reason: `waits for export space of packer ${cause.packer}`,
        next: findSpaceHolder(ledgers, cause.packer, wave),
      };
    case 'launch-resource':
      return { reason: describeCause(cause), next: findSlotHolder(ledgers) };
    case 'launch-order':
      return { reason: describeCause(cause), next: findOlderUnlaunchedWave(ledgers, wave) };
    case 'id-window':
    case 'drain':
    case 'overlap-table':
      return getPackerEdge(ledgers, cause.packer, cause);
    case 'fetch':
    case 'barrier':
    case 'halted':
      return { reason: describeCause(cause) };
    case 'loop':
      return { reason: describeLoop(ledgers, wave.facts.decoded, cause, wave), loop: cause };
    default:
      return cause satisfies never;
  }
}

/** Describes what a background wave waits for, starting with its name. */
export function describeBackgroundWait(ledgers: Ledgers, { index, cause }: Waiting): string {
  const record = ledgers.background.find(index);
  if (record === undefined) return `wave ${index} ${describeCause(cause)}`;
  const program = cause.on === 'loop' ? findWaveProgram(ledgers, index) : undefined;
  const reason =
    cause.on === 'loop' && program !== undefined
      ? describeLoop(ledgers, program, cause)
      : describeCause(cause);
  return `${getBackgroundName(record)} ${reason}`;
}

function describeCause(cause: WaitCause): string {
  switch (cause.on) {
    case 'halted':
      return `is halted (${cause.reason}) and never resumes`;
    case 'fetch':
      return 'waits for its next instructions, which never arrive';
    case 'counter':
      return `waits for counter ${cause.counter}`;
    case 'launch-resource':
      return `waits for room to launch (${cause.resource})`;
    case 'launch-order':
      return 'waits for its turn to launch';
    case 'export-space':
      return 'waits for export space';
    case 'barrier':
      return 'waits at a barrier for the other waves of its group';
    case 'sleep':
      return 'sleeps, and nothing wakes it';
    case 'loop':
      return `loops forever from pc 0x${cause.first.toString(16)} to 0x${cause.last.toString(16)}`;
    default:
      return `waits for ${cause.on}`;
  }
}

/** Returns what a packer that cannot form its next wave is waiting for. */
export function getPackerEdge({ packers }: Ledgers, index: number, cause: WaitCause): WaitEdge {
  const next = packers.getOldestUnexited(packers.getPacker(index));
  switch (cause.on) {
    case 'drain':
      return { reason: 'is draining on overlap, but one of the waves it is waiting for never ends', next };
    case 'overlap-table':
      return { reason: 'has no room in its overlap table', next };
    case 'halted':
      return { reason: `does not continue: ${cause.reason}` };
    default:
      return { reason: 'cannot assign an id, because the window is full', next };
  }
}

function getPollEdge(ledgers: Ledgers, wave: WaveRecord, cause: WaitCause): WaitEdge {
  const { packers } = ledgers;
  const packer = packers.getPacker(wave.packer);
  const waitClause = cause.on === 'sleep' ? 'sleeps until' : 'polls until';
  const id = packers.getId(wave.newestSequence);
  const oldest = packers.getOldestUnexited(packer);
  if (!wave.didOverlap)
    return {
      reason: `${waitClause} another wave exits, even though this wave was reported as not overlapping, so it waits forever`,
    };
  if (oldest !== undefined && oldest.sequence <= wave.newestSequence)
    return {
      reason: `${waitClause} the exiting id passes ${id}; the oldest unfinished wave is ${formatWave(oldest)}`,
      next: oldest,
    };
  return {
    reason: `${waitClause} the exiting id passes ${id}; it already has, ${describeLostExit(ledgers, wave)}`,
    isOverdue: true,
  };
}

function describeLostExit(ledgers: Ledgers, wave: WaveRecord): string {
  const { packers } = ledgers;
  if (packers.getPacker(wave.packer).visibleSequence <= wave.newestSequence) return 'but polls never see it';
  const { lastPollCycle, visibleCycle } = getEntryWait(ledgers, wave);
  return visibleCycle !== NEVER && lastPollCycle > visibleCycle
    ? `and it has been visible to polls since cycle ${visibleCycle}, but the poll at cycle ${lastPollCycle} still read id ${wave.failedPollId}`
    : 'and polls can see it, but this wave was not woken or does not leave its loop';
}

function getExportReadyEdge(ledgers: Ledgers, wave: WaveRecord): WaitEdge {
  const overlapped = wave.predecessors.find((predecessor) => predecessor.wave.exitedCycle === NEVER);
  if (overlapped !== undefined)
    return {
      reason: `waits for export-ready; ${formatWave(overlapped.wave)}, which it overlaps, has not exited`,
      next: overlapped.wave,
    };
  if (wave.exportSpaceCycle === NEVER)
    return {
      reason: 'waits for export-ready and has no export space',
      next: findSpaceHolder(ledgers, wave.packer, wave),
    };
  return { reason: 'waits for export-ready although it has space and overlaps no unfinished wave' };
}

/**
 * Returns the edge for a wave that is not reported as waiting: either it ended without its exit being counted,
 * or the device has lost track of it.
 */
function getUnreportedEdge(ledgers: Ledgers, wave: WaveRecord): WaitEdge {
  if (wave.endedBy === 'halt') return { reason: 'was halted inside its section' };
  if (wave.endedCycle === NEVER)
    return { reason: 'is neither running nor waiting; the device has lost track of it' };
  if (wave.exitCount === 0)
    return { reason: `ended at ${formatPc(ledgers, wave, wave.endedPc)} without sending its exit` };
  return { reason: `issued its exit in cycle ${wave.exitIssuedCycle}, but the exit was never counted` };
}

function describeAccess(ledgers: Ledgers, access: { wave: WaveRecord; pc: number; cycle: number }): string {
  return `for the access at ${formatPc(ledgers, access.wave, access.pc)} in cycle ${access.cycle}, which was never performed`;
}

/** Returns a wave that holds export space of a packer, other than the one that waits for it, if that is given. */
export function findSpaceHolder({ waves }: Ledgers, packer: number, waiter?: WaveRecord) {
  return waves.formed.kept.find(
    (wave) =>
      wave !== waiter &&
      wave.packer === packer &&
      wave.exportSpaceCycle !== NEVER &&
      wave.exportSpaceFreedCycle === NEVER,
  );
}

/** Returns a pixel wave that holds a slot. */
export function findSlotHolder({ waves }: Ledgers): WaveRecord | undefined {
  return waves.formed.kept.find((wave) => wave.launchedCycle !== NEVER && wave.releasedCycle === NEVER);
}

function findOlderUnlaunchedWave({ packers }: Ledgers, wave: WaveRecord): WaveRecord | undefined {
  return packers
    .getPacker(wave.packer)
    .waves.kept.find((other) => other.sequence < wave.sequence && other.launchedCycle === NEVER);
}

/** Describes how many waves and packers are waiting. */
export function describeWaiters(waiting: readonly Waiting[]): string {
  const packerCount = waiting.filter((party) => party.unit === 'packer').length;
  const waveCount = waiting.length - packerCount;
  const parties = [
    ...(waveCount > 0 || packerCount === 0 ? [formatCount(waveCount, 'wave', 'waves')] : []),
    ...(packerCount > 0 ? [formatCount(packerCount, 'packer', 'packers')] : []),
  ];
  return parties.join(' and ');
}

/** Returns a handler that checks each pixel wave that is still waiting when the device goes idle. */
export function checkWaitingWaves(
  { waves }: Ledgers,
  check: (wave: WaveRecord, waiting: Waiting, cycle: number) => void,
): Pick<RuleCheck, 'quiesced'> {
  return {
    quiesced: ({ cycle, waiting }) => {
      for (const party of waiting) {
        const wave = party.unit === 'wave' ? waves.find(party.index) : undefined;
        if (wave !== undefined) check(wave, party, cycle);
      }
    },
  };
}
