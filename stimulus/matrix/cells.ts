import type { MatrixCell } from './cell.js';
import { CONFORMANCE_CELLS } from './conformance/cells.js';
import { ARGUMENT_CELLS } from './hardware/argument-cells.js';
import { ORDER_CELLS } from './hardware/order-cells.js';
import { PROTOCOL_CELLS } from './hardware/protocol-cells.js';
import { RESOURCE_CELLS } from './hardware/resource-cells.js';
import { SOAK_CELLS } from './hardware/soak-cells.js';
import { STATE_CELLS } from './hardware/state-cells.js';
import { CROSS_CELLS } from './parts/cross-cells.js';
import { DIRECTED_CELLS } from './parts/directed-cells.js';
import { PATTERN_CELLS } from './patterns/cells.js';
import { COMPILER_CELLS } from './piglit/compiler-cells.js';
import { CROSS_READ_CELLS } from './piglit/layer-cells.js';
import { ROV_CELLS } from './rov/cells.js';
import { TRANSPARENCY_CELLS } from './transparency/cells.js';

/** All cells of the scenario matrix, in the order of scenarios.md. */
export const MATRIX_CELLS: readonly MatrixCell[] = [
  ...CONFORMANCE_CELLS,
  ...CROSS_READ_CELLS,
  ...COMPILER_CELLS,
  ...ROV_CELLS,
  ...TRANSPARENCY_CELLS,
  ...CROSS_CELLS,
  ...DIRECTED_CELLS,
  ...PATTERN_CELLS,
  ...ORDER_CELLS,
  ...RESOURCE_CELLS,
  ...STATE_CELLS,
  ...ARGUMENT_CELLS,
  ...PROTOCOL_CELLS,
  ...SOAK_CELLS,
];
