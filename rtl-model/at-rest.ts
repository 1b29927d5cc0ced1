import type { DepthBlock } from './db/depth/depth-block.js';
import type { OverlapTable } from './db/overlap-table.js';
import type { GlobalDataShare } from './gds/global-data-share.js';
import { assert } from './kernel/assert.js';
import type { LocalDataShare } from './lds/local-data-share.js';
import type { Memory } from './memory/memory.js';
import type { OutputMerger } from './rb/output-merger.js';
import type { Packer } from './sc/packer.js';
import type { ExitTracking } from './spi/exit-tracker.js';
import type { Launcher } from './spi/launcher.js';
import type { Sequencer } from './sq/sequencer.js';
import type { InstructionCache } from './sqc/instruction-cache.js';
import type { ExportPath } from './sx/export-path.js';
import type { WaveRecords } from './wave-records.js';

/** The units that hold wave state. */
export interface DrainedUnits {
  readonly records: WaveRecords;
  readonly packers: readonly Packer[];
  readonly trackers: readonly ExitTracking[];
  readonly tables: readonly OverlapTable[];
  readonly launcher: Launcher;
  readonly sequencer: Sequencer;
  readonly exports: ExportPath;
  readonly memory: Memory;
  readonly localDataShare: LocalDataShare;
  readonly globalDataShare: GlobalDataShare;
  readonly instructionCache: InstructionCache;
  readonly depth: DepthBlock | undefined;
  readonly merger: OutputMerger | undefined;
}

/**
 * Asserts that no unit still holds wave state once no events are pending and the last wave has drained. For example, if
 * `release` forgets to free a VGPR, no wave owns it, but `Extents` still counts it as used.
 *
 * @throws AssertionError that names the leftover state.
 */
export function assertAtRest(units: DrainedUnits): void {
  const { launcher, trackers, tables, packers } = units;
  if (!launcher.isIdle || !packers.every((packer) => packer.isIdle)) return;
  assert(launcher.isFullyFree, 'all resources are free after the last wave');
  assert(units.memory.isIdle, 'every access has returned');
  assert(units.localDataShare.isIdle, 'every local data share access has returned');
  assert(units.globalDataShare.isIdle, 'every global data share access has returned');
  assert(units.exports.isIdle, 'every export is done');
  assert(units.instructionCache.isIdle, 'every code request has been served');
  assert(units.sequencer.isIdle, 'every trap handler has returned');
  assert(units.depth?.isIdle ?? true, 'every late test is done');
  assert(units.merger?.isIdle ?? true, 'every merge is done');
  assert(units.records.allFree, 'all wave records are free');
  for (const [packer, tracker] of trackers.entries())
    assert(!tracker.isEmpty || tables[packer].used === 0, 'a table is empty once its waves have exited');
}
