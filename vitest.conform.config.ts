import base from './vitest.config.js';

/**
 * The rest of the tests: whatever takes too long for a verdict on a change within two minutes (CONTRIBUTING, "Two tiers"). Many
 * wait for a command or a server, so one more file is under way than the first tier has.
 */
export default { ...base, test: { ...base.test, include: ['test/**/*.conform.ts'], maxWorkers: 3 } };
