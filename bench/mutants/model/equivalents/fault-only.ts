import { because, type Equivalent } from './because.js';

/** Changes that act only where a fault is injected. */
export const FAULT_ONLY: readonly Equivalent[] = [
  ...because('Every device without a fault keeps this order, so the condition never holds in it.', [
    'memory/return-order',
    'if (!this.outputs.keepsOrder(operation)) → if (false) (2)',
  ]),
  ...because(
    'Every packer without a fault closes its partial waves, so the condition never holds in it.',
    ['sc/packer', 'else if (this.outputs.closesPartial()) → else if (true)'],
    ['sc/packer', 'if (!this.outputs.closesPartial()) → if (false)'],
  ),
  ...because(
    'No device without a fault forgets quads, so the condition always holds in it.',
    ['db/overlap-tracker', 'if (!forgotten) → if (true)'],
    ['db/overlap-tracker', 'if (!forgotten) → if (true) (2)'],
    ['db/overlap-tracker', 'if (!forgotten) → if (true) (3)'],
  ),
  ...because('No device without a fault shifts its regions.', [
    'sc/scan-converter',
    'return (owner + this.outputs.regionShift(plan.index)) % this.packers.length; → return (owner - this.outputs.regionShift(plan.index)) % this.packers.length;',
  ]),
  ...because('Space that comes back without a fault is always handed out again.', [
    'spi/export-space',
    'if (this.outputs.refills(this.used)) → if (true)',
  ]),
  ...because('Every packer without a fault closes a wave on overlap.', [
    'sc/packer',
    "return this.outputs.closesOnOverlap(forming) ? 'overlap' : undefined; → return true ? 'overlap' : undefined;",
  ]),
];
