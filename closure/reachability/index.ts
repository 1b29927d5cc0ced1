export { readExcludedBins } from './excluded-bins.js';
