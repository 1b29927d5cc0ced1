import base from './vitest.config.js';

/**
 * The rest of the tests: whatever takes too long for a verdict on a change within two minutes (CONTRIBUTING, "Two tiers"). Many
 * wait for a command or a server, so one more file is under way than the first tier has.
 */
const test = {
  ...base.test,
  include: ['test/**/*.conform.ts'],
  maxWorkers: 3,
  // Ends what hangs; the longest test takes more than a minute on two cores, and twice that where others use them too.
  testTimeout: 300_000,
};

export default { ...base, test };
