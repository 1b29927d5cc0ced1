import type { Covergroup } from '../collector/monitor.js';
import { background } from './background.js';
import { cacheLevels } from './cache-levels.js';
import { cacheLines } from './cache-lines.js';
import { distance } from './distance.js';
import { entryPath } from './entry-path.js';
import { exitOrder } from './exit-order.js';
import { exitPath } from './exit-path.js';
import { exportArbitration } from './export-arbitration.js';
import { exportKinds } from './export-kinds.js';
import { fragments } from './fragments.js';
import { hangMargins } from './hang-margins.js';
import { intrawave } from './intrawave.js';
import { memoryOperations } from './memory-operations.js';
import { occupancy } from './occupancy.js';
import { overlap } from './overlap.js';
import { placement } from './placement.js';
import { programAccesses } from './program-accesses.js';
import { programs } from './programs.js';
import { registers } from './registers.js';
import { scenes } from './scenes.js';
import { scopes } from './scopes.js';
import { sectionMemory } from './section-memory.js';
import { sections } from './sections.js';
import { splitCounters } from './split-counters.js';
import { translation } from './translation.js';
import { waiters } from './waiters.js';
import { waveFormation } from './wave-formation.js';
import { wrap } from './wrap.js';

/** All covergroups, in report order. To add one, add a file in this folder and a line here. */
export const COVERGROUPS: readonly Covergroup[] = [
  waveFormation,
  fragments,
  intrawave,
  occupancy,
  overlap,
  distance,
  wrap,
  entryPath,
  waiters,
  hangMargins,
  sectionMemory,
  cacheLevels,
  cacheLines,
  translation,
  placement,
  exitPath,
  exitOrder,
  exportArbitration,
  exportKinds,
  sections,
  programs,
  programAccesses,
  background,
  registers,
  scenes,
  scopes,
  splitCounters,
  memoryOperations,
];
