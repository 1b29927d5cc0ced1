import { emitDrawnBody } from '../drawn/drawn-body.js';
import { createDrawnScenario } from '../drawn/scenario.js';
import { sequence } from '../kit/test.js';

/** Runs instructions that are drawn from the table, so that each one that the model runs is issued. */
export const drawnAccesses = sequence({
  name: 'drawn_accesses',
  text: 'pixel and compute programs of memory instructions drawn from the table, with values at which operations differ',
  claims: [],
  generate: (test) => createDrawnScenario(test, emitDrawnBody),
});
