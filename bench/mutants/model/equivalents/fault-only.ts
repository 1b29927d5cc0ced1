import { because, type Equivalent } from './because.js';

/** Changes that act only where a fault is injected. */
export const FAULT_ONLY: readonly Equivalent[] = [
  ...because('It decides something only where a fault is injected.', [
    'wave-records',
    'if (wave.exports.awaitsSpace || wave.section.exitsOnTheWay > 0 || readyOnTheWay) → if (wave.exports.awaitsSpace || wave.section.exitsOnTheWay > 0 && readyOnTheWay)',
  ]),
];
