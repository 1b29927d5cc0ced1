import { BASE } from '../../../base/page/index.js';
import { COVERAGE } from './coverage.js';
import { FAILURES } from './failures.js';
import { HEADER } from './header.js';
import { PICTURES } from './pictures.js';
import { PRINT } from './print.js';
import { TABLES } from './tables.js';

/** The page's style sheet, for light and dark mode, phones and paper. */
export const STYLE = [BASE, HEADER, TABLES, FAILURES, COVERAGE, PICTURES, PRINT].join('');
