import { because, type Equivalent } from './because.js';

/** Changes that act only where a fault is injected. */
export const FAULT_ONLY: readonly Equivalent[] = [
  ...because('Every device without a fault keeps this order, so the condition never holds in it.', [
    'memory/return-order',
    'if (!this.outputs.keepsOrder(operation)) → if (false) (2)',
  ]),
  ...because('Every packer without a fault closes its partial waves, so the condition never holds in it.', [
    'sc/packer',
    'if (!this.outputs.closesPartial()) → if (false)',
  ]),
];
