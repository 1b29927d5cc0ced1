export { basisText, fixesText, fixLines } from './fix-text.js';
export { proveFixes } from './prove-fixes.js';
