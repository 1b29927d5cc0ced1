import { setting } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { ExitTracking } from '../spi/exit-tracker.js';
import type { Wave } from '../wave.js';
import type { OverlapSet } from './overlap-set.js';
import type { CLEAN_OVERLAP } from './overlap-tracker.js';
import { computeWaveId } from './wave-ids.js';

/** What a packer needs to report a wave's overlap: the outputs of overlap detection and the packer's exit tracker. */
export interface CollisionPorts {
  readonly outputs: typeof CLEAN_OVERLAP;
  readonly tracker: Pick<ExitTracking, 'oldest' | 'windowStart' | 'waveOf'>;
}

/** Makes a wave that overlaps only itself report the last wave to exit instead of the wave just before it (U4). */
const LAST_EXITED = setting('intrawaveNewest', 'last-exited');
const STALE = setting('staleNewest', 'old');
const LARGEST = setting('newestZero', 'largest');

/**
 * Returns whether overlap detection tracks the wave. Waves from unordered draws and waves that skip exports (S-111) are
 * not tracked.
 */
export function isTracked(context: DeviceContext, wave: Wave): boolean {
  const { ordering, reservesExportSpace } = wave.plan;
  return ordering.ordered && (reservesExportSpace || context.facts.withoutExportFormat !== 'skips-exports');
}

/** Sets the contents of the collision argument (pops.md 5.1) or, on GFX11, the waves that the export gate waits for. */
export function describeCollision(
  context: DeviceContext,
  wave: Wave,
  overlapped: OverlapSet,
  ports: CollisionPorts,
): void {
  const tracked = isTracked(context, wave);
  assert(overlapped.newest < wave.sequence, 'a wave can only overlap older waves');
  assert(wave.overlap.pending === 0 && wave.overlap.dependents.length === 0, 'a new wave is not waiting');
  assert(!wave.overlap.didOverlap && wave.overlap.newest === 0, 'a new wave has reported no overlap yet');
  wave.overlap.didOverlap =
    tracked && overlapped.count > 0 && !haveExitedBeforeWindow(context, wave, overlapped, ports);
  if (context.facts.exitsByExport) {
    if (wave.overlap.didOverlap) addDependencies(wave, overlapped, ports);
    return;
  }
  let newest = wave.sequence;
  if (wave.overlap.didOverlap) newest = ports.outputs.newest(overlapped.newest, overlapped.oldest);
  else if (tracked && wave.intrawaveMask !== 0) newest = reportSelfOverlap(context, wave, ports);
  else if (tracked) newest = reportFalseOverlap(context, wave, ports);
  assert(newest <= wave.sequence, 'the reported newest wave is not newer than the wave itself');
  const id = newest === wave.sequence ? wave.id : computeWaveId(context.freedoms, newest);
  assert(id >= 0 && id <= context.freedoms.idWrap, 'the newest id is within its range');
  const { facts, freedoms, gfx } = context;
  const mayWrap = facts.newestIdOffByOne && id === 0 && newest !== wave.sequence;
  const wraps = mayWrap && freedoms.newestZero === LARGEST;
  wave.overlap.newest = wraps ? freedoms.idWrap : ports.outputs.newestField(gfx, id, wave.id);
}

/**
 * Returns whether all overlapped waves are outside the id window. If so, they exited while this wave was waiting for
 * room, so their ids may now denote this wave or, on GFX9, the previous one (S-035; pops.md 5.4, alias).
 */
function haveExitedBeforeWindow(
  { facts, freedoms }: DeviceContext,
  { sequence }: Wave,
  overlapped: OverlapSet,
  { tracker }: CollisionPorts,
): boolean {
  return (
    !facts.exitsByExport &&
    sequence - overlapped.newest > freedoms.idWindow &&
    overlapped.newest < tracker.windowStart
  );
}

/** Makes the export gate wait for the overlapped waves (on GFX11). */
export function addDependencies(wave: Wave, overlapped: OverlapSet, { tracker }: CollisionPorts): void {
  for (let i = 0; i < overlapped.count; i++) {
    const older = tracker.waveOf(overlapped.members[i]);
    if (older === undefined || older.section.exited) continue;
    assert(older.packer === wave.packer, 'a wave waits only for waves of its own packer');
    assert(older.sequence < wave.sequence, 'a wave waits only for older waves');
    wave.overlap.pending++;
    assert(wave.overlap.pending <= overlapped.count, 'a wave waits only for waves that it overlaps');
    older.overlap.dependents.push(wave);
  }
}

/**
 * Returns the wave that a wave overlapping only itself reports as its newest overlap. Correct hardware reports an
 * earlier wave, because a wave that waited for itself would wait forever (U4).
 */
function reportSelfOverlap(
  { freedoms }: DeviceContext,
  wave: Wave,
  { outputs, tracker }: CollisionPorts,
): number {
  // If the window is as large as the largest id, the wave just before the window has this wave's id.
  const lastExited = Math.max(tracker.oldest - 1, wave.sequence - freedoms.idWrap);
  const reported = freedoms.intrawaveNewest === LAST_EXITED ? lastExited : wave.sequence - 1;
  const newest = outputs.newestForSelfOverlap(reported, wave.sequence);
  wave.overlap.didOverlap = newest !== undefined;
  return newest ?? wave.sequence;
}

/**
 * Returns the wave that a non-overlapping wave reports as its newest overlap. This is an earlier wave if a false
 * overlap is reported (U5) or if bit 31 is clear and the field is stale (pops.md 10.1); otherwise, it is the
 * wave itself.
 */
function reportFalseOverlap(
  { freedoms, choices }: DeviceContext,
  wave: Wave,
  { outputs }: CollisionPorts,
): number {
  const reach = Math.min(wave.sequence, freedoms.idWindow - 1, freedoms.idWrap - 1);
  assert(reach >= 0, 'reach is non-negative');
  if (reach < 1) return wave.sequence;
  const falseOverlap = outputs.falseOverlap(freedoms.falseOverlap);
  if (falseOverlap > 0 && choices.choose(CHOICE.FALSE_OVERLAP, 100) < falseOverlap) {
    wave.overlap.didOverlap = true;
    return wave.sequence - 1 - choices.choose(CHOICE.STALE_NEWEST, reach);
  }
  return freedoms.staleNewest === STALE
    ? wave.sequence - 1 - choices.choose(CHOICE.STALE_NEWEST, reach)
    : wave.sequence;
}
