import { BASE_CSS } from '../../../base/page/index.js';
import { COVERAGE_CSS } from './coverage.js';
import { FAILURES_CSS } from './failures.js';
import { HEADER_CSS } from './header.js';
import { PICTURES_CSS } from './pictures.js';
import { PRINT_CSS } from './print.js';
import { TABLES_CSS } from './tables.js';

/** The page's style sheet, for light and dark mode, phones and print. */
export const PAGE_CSS = [
  BASE_CSS,
  HEADER_CSS,
  TABLES_CSS,
  FAILURES_CSS,
  COVERAGE_CSS,
  PICTURES_CSS,
  PRINT_CSS,
].join('');
