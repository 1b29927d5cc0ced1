export {
  buildRemainingHolesTable,
  closeHoles,
  describeHoleSearch,
  listHoleSearchFailures,
} from './close-holes.js';
export { suggestWaysToCloseCheapestHoles } from './hole-ways.js';
export { readClosingTests } from './search-holes.js';
export { describeSuggestions, type FormattedSuggestion } from './ways-text.js';
