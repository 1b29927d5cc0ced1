import { createRequire } from 'node:module';
import { builtFile } from '../../harness/built/index.js';

const require = createRequire(import.meta.url);

it.each([
  'harness/workers/worker.js',
  'intake/check/check-worker.js',
  'closure/aim/closing-worker.js',
  'closure/qualify/qualify-worker.js',
] as const)(
  '%s cannot be loaded with require, which would abort the process if a pool closed meanwhile',
  (file) => {
    const requireError = expect.objectContaining({ code: expect.stringMatching(/^ERR_REQUIRE_/) });
    expect(() => require(builtFile(file))).toThrow(requireError);
  },
);
