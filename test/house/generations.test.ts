import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GENERATIONS } from '../../arch/index.js';
import { packageRoot } from '../../regression/basics/package-root.js';
import { ROOMS } from './support/rooms.js';

/** Rooms that ask `factsOf` what a generation is; `arch` is where the facts and the encodings stand. */
const OUTSIDE_ARCH = ROOMS.filter((room) => room !== 'arch');

const names = GENERATIONS.map((gfx) => gfx.replaceAll('.', String.raw`\.`)).join('|');
const comparison = new RegExp(
  `[!=]==? ['"](?:${names})['"]|['"](?:${names})['"] [!=]==?|case ['"](?:${names})['"]`,
);

it('asks for a fact of the generation, never for its name, outside arch', () => {
  const files = OUTSIDE_ARCH.flatMap((room) =>
    readdirSync(join(packageRoot(), room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(room, name)),
  );
  const found = files.flatMap((file) =>
    readFileSync(join(packageRoot(), file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (comparison.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(found, 'add the fact to arch/generation-facts.ts').toEqual([]);
});

it('would see such a comparison', () => {
  expect(comparison.test("if (gfx === 'gfx11') return;")).toBe(true);
  expect(comparison.test("if (chip.gfx !== 'gfx10.3') return;")).toBe(true);
  expect(comparison.test("generations: ['gfx9'],")).toBe(false);
});
