export { readLeftOutBins } from './left-out-bins.js';
