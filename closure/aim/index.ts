export {
  buildRemainingHolesTable,
  closeHoles,
  describeHoleSearch,
  listHoleSearchFailures,
} from './close-holes.js';
export { readClosingTests } from './search-holes.js';
