import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../base/basics/package-root.js';
import { raiseLimits } from '../../../base/input/limits.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { reproLine } from '../../../harness/selection/test-name.js';
import { FEATURES } from '../../house/support/rooms.js';

const MAKER = join('harness', 'selection', 'line-to-paste.ts');

afterEach(() => raiseLimits(1));

describe('a line to paste', () => {
  const line = "npx --no-install pops-tb replay 'smoke:rmw_buffer@0x1' --fault F46";
  const made = () =>
    reproLine({ suite: 'smoke', sequence: 'rmw_buffer', seed: '0x1' }, { ...NO_OVERRIDES, faults: ['F46'] });

  it('repeats --limits where it was given', () => {
    expect(made()).toBe(line);
    raiseLimits(3);
    expect(made()).toBe(`${line} --limits 3`);
  });

  it('is made in one place', () => {
    const makers = FEATURES.flatMap((room) =>
      readdirSync(join(packageRoot(), room), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(room, file),
      ),
    ).filter(
      (file) =>
        file.endsWith('.ts') &&
        /['"`]npx --no-install pops-tb/.test(readFileSync(join(packageRoot(), file), 'utf8')),
    );
    expect(makers).toEqual([MAKER]);
  });
});
