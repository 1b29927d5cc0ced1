import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { builtFile } from '../../bundle/index.js';

const require = createRequire(import.meta.url);

it.each([
  'harness/workers/worker.js',
  'shaders/check/check-worker.js',
  'closure/closing/closing-worker.js',
  'closure/qualify/qualify-worker.js',
] as const)(
  '%s cannot be required, since that would abort the process if a pool closed in the meantime',
  (file) => {
    const requireError = expect.objectContaining({ code: expect.stringMatching(/^ERR_REQUIRE_/) });
    expect(() => require(builtFile(file))).toThrow(requireError);
  },
);
