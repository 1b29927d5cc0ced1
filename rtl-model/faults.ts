import type { FaultId } from '../transactions/index.js';
import type { DeviceFaults, FaultTable } from './context.js';
import { CLEAN_DEPTH } from './db/depth/depth-block.js';
import {
  DEPTH_FAULTS,
  GRANULARITY_FAULTS,
  OVERLAP_FAULTS,
  TABLE_FAULTS,
  TRACKED_UNIT_FAULTS,
} from './db/faults.js';
import { CLEAN_GRANULARITY } from './db/ordering.js';
import { CLEAN_TABLE } from './db/overlap-table.js';
import { CLEAN_OVERLAP, OverlapTracker } from './db/overlap-tracker.js';
import { BANK_FAULTS, CLEAN_BANKS } from './lds/faults.js';
import { LOCATOR_FAULTS, MEMORY_BOUNDARY_FAULTS, MEMORY_FAULTS, ORDER_FAULTS } from './memory/faults.js';
import { CacheHierarchy } from './memory/hierarchy.js';
import { HIERARCHY_FAULTS } from './memory/hierarchy-faults.js';
import { Locator } from './memory/locator.js';
import { Memory } from './memory/memory.js';
import { CLEAN_MEMORY } from './memory/policy.js';
import { ReturnOrder } from './memory/return-order.js';
import { MERGE_FAULTS } from './rb/faults.js';
import { CLEAN_MERGE } from './rb/output-merger.js';
import { PACKER_BOUNDARY_FAULTS, PACKER_FAULTS, SCAN_BOUNDARY_FAULTS, SCAN_FAULTS } from './sc/faults.js';
import { CLEAN_PACKER, CLEAN_SCAN } from './sc/outputs.js';
import { Packer } from './sc/packer.js';
import { ScanConverter } from './sc/scan-converter.js';
import { GroupArbiter } from './spi/background/group-arbiter.js';
import { EXIT_PATH_FAULTS, TRACKER_FAULTS } from './spi/exit-faults.js';
import { ExitPath } from './spi/exit-path.js';
import { ExitTracker } from './spi/exit-tracker.js';
import { CLEAN_SPACE, ExportGate, ExportSpace } from './spi/export-space.js';
import {
  GATE_FAULTS,
  GROUP_FAULTS,
  LAUNCHER_FAULTS,
  REGISTER_FAULTS,
  SPACE_BOUNDARY_FAULTS,
  SPACE_FAULTS,
} from './spi/faults.js';
import { Launcher } from './spi/launcher.js';
import { CLEAN_REGISTERS } from './spi/simd-resources.js';
import { Accesses } from './sq/accesses.js';
import { CLEAN_BARRIERS } from './sq/barriers.js';
import { CounterRoom } from './sq/counter-room.js';
import { Departures } from './sq/departures.js';
import { CLEAN_ENTRY, Entry } from './sq/entry.js';
import { ENTRY_BOUNDARY_FAULTS, ENTRY_FAULTS } from './sq/entry-faults.js';
import {
  ACCESS_FAULTS,
  BARRIER_FAULTS,
  DEPARTURE_FAULTS,
  ROOM_FAULTS,
  SEQUENCER_FAULTS,
} from './sq/faults.js';
import { Sequencer } from './sq/sequencer.js';
import { CODE_FAULTS, FETCH_FAULTS } from './sqc/faults.js';
import { CLEAN_CODE, FetchQueues } from './sqc/instruction-cache.js';
import { CLEAN_ARBITER } from './sx/export-arbiter.js';
import { ExportPath } from './sx/export-path.js';
import { ARBITER_FAULTS, EXPORT_FAULTS } from './sx/faults.js';

type Attachment = readonly [owner: object, faults: FaultTable<object>];

/** Attaches faults to a unit's outputs, or to the prototype of its class. */
function attach<T extends object>(owner: T, faults: FaultTable<T>): Attachment {
  return [owner, faults as FaultTable<object>];
}

/** The faults of all units. */
export const DEVICE_FAULTS: DeviceFaults = new Map([
  attach(CLEAN_PACKER, PACKER_FAULTS),
  attach(Packer.prototype, PACKER_BOUNDARY_FAULTS),
  attach(CLEAN_SCAN, SCAN_FAULTS),
  attach(ScanConverter.prototype, SCAN_BOUNDARY_FAULTS),
  attach(CLEAN_OVERLAP, OVERLAP_FAULTS),
  attach(OverlapTracker.prototype, TRACKED_UNIT_FAULTS),
  attach(CLEAN_GRANULARITY, GRANULARITY_FAULTS),
  attach(CLEAN_TABLE, TABLE_FAULTS),
  attach(CLEAN_DEPTH, DEPTH_FAULTS),
  attach(ExitTracker.prototype, TRACKER_FAULTS),
  attach(ExitPath.prototype, EXIT_PATH_FAULTS),
  attach(Launcher.prototype, LAUNCHER_FAULTS),
  attach(CLEAN_REGISTERS, REGISTER_FAULTS),
  attach(GroupArbiter.prototype, GROUP_FAULTS),
  attach(ExportGate.prototype, GATE_FAULTS),
  attach(ExportSpace.prototype, SPACE_BOUNDARY_FAULTS),
  attach(CLEAN_SPACE, SPACE_FAULTS),
  attach(CLEAN_ARBITER, ARBITER_FAULTS),
  attach(ExportPath.prototype, EXPORT_FAULTS),
  attach(Sequencer.prototype, SEQUENCER_FAULTS),
  attach(Accesses.prototype, ACCESS_FAULTS),
  attach(CLEAN_BARRIERS, BARRIER_FAULTS),
  attach(CLEAN_ENTRY, ENTRY_FAULTS),
  attach(Entry.prototype, ENTRY_BOUNDARY_FAULTS),
  attach(Departures.prototype, DEPARTURE_FAULTS),
  attach(FetchQueues.prototype, FETCH_FAULTS),
  attach(CLEAN_CODE, CODE_FAULTS),
  attach(CounterRoom.prototype, ROOM_FAULTS),
  attach(CLEAN_BANKS, BANK_FAULTS),
  attach(CLEAN_MEMORY, MEMORY_FAULTS),
  attach(Locator.prototype, LOCATOR_FAULTS),
  attach(ReturnOrder.prototype, ORDER_FAULTS),
  attach(CacheHierarchy.prototype, HIERARCHY_FAULTS),
  attach(Memory.prototype, MEMORY_BOUNDARY_FAULTS),
  attach(CLEAN_MERGE, MERGE_FAULTS),
]);

/** The IDs of all faults implemented by the model's units. */
export const MODEL_FAULT_IDS = [...DEVICE_FAULTS.values()].flatMap(
  (table) => Object.keys(table) as FaultId[],
);
