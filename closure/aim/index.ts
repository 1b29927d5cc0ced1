export {
  buildRemainingHolesTable,
  closeHoles,
  describeHoleSearch,
  listHoleSearchFailures,
} from './close-holes.js';
export { describeHoleValue, formatAimCommand, listImportantHoles } from './important-holes.js';
export { readClosingTests } from './search-holes.js';
