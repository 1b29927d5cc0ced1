import type { WaveClosing } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { isTracked } from '../db/collision.js';
import type { OverlapSet } from '../db/overlap-set.js';
import { assert } from '../kernel/assert.js';
import type { ExitTracking } from '../spi/exit-tracker.js';
import type { Wave } from '../wave.js';

/** Reports the waves that a newly formed wave overlaps (`overlaps`), then the wave itself. */
export function reportFormed(
  context: DeviceContext,
  tracker: ExitTracking,
  wave: Wave,
  overlaps: OverlapSet,
  reason: WaveClosing,
): void {
  const { sink, now } = context;
  if (!sink) return;
  if (overlaps.count > 0 && isTracked(context, wave)) reportOverlap(context, tracker, wave, overlaps);
  sink({
    kind: 'wave-formed',
    cycle: now,
    wave: wave.number,
    packer: wave.packer,
    id: wave.id,
    draw: wave.plan.index,
    quads: wave.quads,
    quadCount: wave.quadCount,
    didOverlap: wave.overlap.didOverlap,
    newest: wave.overlap.newest,
    intrawaveMask: wave.intrawaveMask,
    reason,
  });
}

function reportOverlap(
  context: DeviceContext,
  tracker: ExitTracking,
  wave: Wave,
  overlaps: OverlapSet,
): void {
  const { sink, now } = context;
  const overlapped = new Int32Array(overlaps.count);
  assert(overlaps.newest < wave.sequence, 'a wave overlaps only older waves');
  let count = 0;
  for (let i = 0; i < overlaps.count; i++) {
    const older = tracker.waveOf(overlaps.members[i]);
    if (older !== undefined) overlapped[count++] = older.number;
    assert(
      older === undefined || older.packer === wave.packer,
      'a wave overlaps only waves of its own packer',
    );
  }
  assert(count <= overlapped.length, 'only overlapped waves are reported');
  sink!({ kind: 'overlap', cycle: now, wave: wave.number, overlapped, count, exact: overlaps.exact });
}
