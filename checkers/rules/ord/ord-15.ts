import { checkBetweenDraws } from '../../evidence/rule/between-draws.js';
import { defineRule } from '../../kit.js';

/**
 * An interlock orders only the sections of one pixel, within a subpass. For all other accesses, a barrier between the
 * draws must at least wait for the earlier one. If it does but leaves caches as they are, VIS-01 fires.
 */
export const ORD_15 = defineRule({
  id: 'ORD-15',
  text: 'Draws that access the same memory are ordered by their sections or by a barrier, and no draw accesses its own attachment.',
  statements: ['S-095', 'S-103'],
  needs: ['wave-formed', 'memory-issued'],
  onlyChecksScenes: true,
  unarmedReason: 'no two draws with a stated boundary accessed the same word',
  create: (ledgers, judge) => checkBetweenDraws(ledgers, judge, 'order'),
});
