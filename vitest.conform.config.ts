import base from './vitest.config.js';

/** The rest of the tests: whatever takes too long for a verdict on a change within two minutes (CONTRIBUTING, "Two tiers"). */
export default { ...base, test: { ...base.test, include: ['test/**/*.conform.ts'] } };
