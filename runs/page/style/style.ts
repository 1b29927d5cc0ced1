import { BASE } from '../../../base/page/index.js';
import { COVERAGE } from './coverage.js';
import { FAILURES } from './failures.js';
import { HEADER } from './header.js';
import { PICTURES } from './pictures.js';
import { PRINT } from './print.js';
import { TABLES } from './tables.js';

/** The style sheet of the page: light and dark, one column on a phone, everything open on paper. */
export const STYLE = [BASE, HEADER, TABLES, FAILURES, COVERAGE, PICTURES, PRINT].join('');
