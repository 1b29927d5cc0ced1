export { checkFixedKnobs, checkKnobOverrides } from './fixed-knobs.js';
export { formatCommand, getToolCommand, isFoundByNpx } from './pasteable-command.js';
export * from './plan.js';
export * from './selection.js';
