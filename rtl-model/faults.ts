import type { FaultId } from '../transactions/index.js';
import { DEPTH_FAULTS } from './db/depth/faults.js';
import { GRANULARITY_FAULTS, OVERLAP_FAULTS, TRACKED_UNIT_FAULTS } from './db/faults.js';
import { TABLE_FAULTS } from './db/table-faults.js';
import { BANK_FAULTS } from './lds/faults.js';
import { MEMORY_BOUNDARY_FAULTS, MEMORY_FAULTS } from './memory/faults.js';
import { HIERARCHY_FAULTS } from './memory/hierarchy-faults.js';
import { LOCATOR_FAULTS } from './memory/locator-faults.js';
import { ORDER_FAULTS } from './memory/order-faults.js';
import { MERGE_FAULTS } from './rb/faults.js';
import { SCAN_BOUNDARY_FAULTS } from './sc/boundary-faults.js';
import { PACKER_BOUNDARY_FAULTS, PACKER_FAULTS, SCAN_FAULTS } from './sc/faults.js';
import { EXIT_PATH_FAULTS, TRACKER_FAULTS } from './spi/exit-faults.js';
import { GATE_FAULTS, SPACE_BOUNDARY_FAULTS, SPACE_FAULTS } from './spi/export-space.js';
import { GROUP_FAULTS, LAUNCHER_FAULTS, REGISTER_FAULTS } from './spi/faults.js';
import { ENTRY_BOUNDARY_FAULTS, ENTRY_FAULTS } from './sq/entry-faults.js';
import {
  ACCESS_FAULTS,
  BARRIER_FAULTS,
  DEPARTURE_FAULTS,
  ROOM_FAULTS,
  SEQUENCER_FAULTS,
} from './sq/faults.js';
import { CODE_FAULTS, FETCH_FAULTS } from './sqc/faults.js';
import { ARBITER_FAULTS, EXPORT_FAULTS } from './sx/faults.js';

const FAULT_TABLES = [
  PACKER_FAULTS,
  PACKER_BOUNDARY_FAULTS,
  SCAN_FAULTS,
  SCAN_BOUNDARY_FAULTS,
  OVERLAP_FAULTS,
  TRACKED_UNIT_FAULTS,
  GRANULARITY_FAULTS,
  TABLE_FAULTS,
  DEPTH_FAULTS,
  TRACKER_FAULTS,
  EXIT_PATH_FAULTS,
  LAUNCHER_FAULTS,
  REGISTER_FAULTS,
  GROUP_FAULTS,
  GATE_FAULTS,
  SPACE_BOUNDARY_FAULTS,
  SPACE_FAULTS,
  ARBITER_FAULTS,
  EXPORT_FAULTS,
  SEQUENCER_FAULTS,
  ACCESS_FAULTS,
  BARRIER_FAULTS,
  ENTRY_FAULTS,
  ENTRY_BOUNDARY_FAULTS,
  DEPARTURE_FAULTS,
  FETCH_FAULTS,
  CODE_FAULTS,
  ROOM_FAULTS,
  BANK_FAULTS,
  MEMORY_FAULTS,
  LOCATOR_FAULTS,
  ORDER_FAULTS,
  HIERARCHY_FAULTS,
  MEMORY_BOUNDARY_FAULTS,
  MERGE_FAULTS,
];

/** The IDs of all faults implemented by the model's units. */
export const MODEL_FAULT_IDS = FAULT_TABLES.flatMap((table) => Object.keys(table) as FaultId[]);
