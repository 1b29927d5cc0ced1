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
export interface EmptiedUnits {
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
 * Asserts that no unit holds any wave state once no event is left and the last wave has drained. Example: if `release` forgets a
 * vector register, no wave has it, but `Extents` still counts it as used.
 *
 * @throws AssertionError naming what is left over.
 */
export function assertAtRest(units: EmptiedUnits): void {
  const { launcher, trackers, tables, packers } = units;
  if (!launcher.isIdle || !packers.every((packer) => packer.idle)) return;
  assert(launcher.holdsNothing, 'all resources are free after the last wave');
  assert(units.memory.isIdle, 'no access outlives the last wave');
  assert(units.localDataShare.isIdle, 'no local data share access outlives the last wave');
  assert(units.globalDataShare.isIdle, 'no global data share access outlives the last wave');
  assert(units.exports.isIdle, 'no export outlives the last wave');
  assert(units.instructionCache.isIdle, 'no code request outlives the last wave');
  assert(units.sequencer.isIdle, 'no trap handler outlives the last wave');
  assert(units.depth?.isIdle ?? true, 'no late test outlives the last wave');
  assert(units.merger?.isIdle ?? true, 'no merge outlives the last wave');
  assert(units.records.keepsNothing, 'wave records are free once nothing can arrive for them');
  for (const [packer, tracker] of trackers.entries())
    assert(!tracker.isEmpty || tables[packer].used === 0, 'a table is empty once its waves exit');
}
