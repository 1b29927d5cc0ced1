import { readFileSync } from 'node:fs';
import { defineProgram, defineSequence, drawing, scenes } from 'pops-testbench';

const AREA = { width: 8, height: 8 };

/** Orbit's shader, run on random scenes. */
export const adder = defineProgram({
  name: 'orbit_adder',
  text: 'atomically adds one to each pixel',
  chips: ['navi21', 'navi22'],
  assembly: readFileSync(new URL('adder.s', import.meta.url), 'utf8'),
});

/** The testbench's shader, run on scenes that matter to Orbit. */
export const stack = defineSequence({
  name: 'orbit_stack',
  text: 'triangles that share every pixel',
  chips: ['navi21'],
  scenario: scenes.stack(AREA, 6).map((triangles) => drawing([triangles], { area: AREA, chip: 'navi21' })),
});
