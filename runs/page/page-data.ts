import type { RunChanges } from '../../closure/coverage/index.js';
import type { Testplan } from '../../closure/testplan/index.js';
import type { PictureStyle } from '../../failures/picture/index.js';
import type { Manifest, Waivers } from '../../harness/records/index.js';
import type { RunReport, RunTestResult } from '../../harness/run-directory/index.js';
import { makeColours } from '../../harness/text/index.js';
import type { Violation } from '../../transactions/index.js';
import type { RunSummary } from '../text/run-summary.js';

/** The style of text diagrams on the page. */
export const PAGE_DIAGRAM_STYLE: PictureStyle = { width: 110, unicode: true, colour: makeColours(false) };

/** A bucket's failure, either shown in full or only listed with its files. */
export interface FailureView {
  readonly signature: string;
  /** The id of the failed test. */
  readonly test: string;
  /** The first violation, where causes are sorted before their effects; absent if no rule fired. */
  readonly violation?: Violation | undefined;
  /** Other messages about the failure. */
  readonly message?: string | undefined;
  /** The lines of a text diagram of the pixels and waves involved. */
  readonly picture?: readonly string[];
  /** The failure's files, with paths relative to the page. */
  readonly files?: readonly { readonly name: string; readonly path: string }[];
  /** The path to the test in the playground, relative to the page's folder; absent if no playground is built. */
  readonly playground?: string | undefined;
}

/** Everything that a run's page shows. */
export interface PageData {
  readonly report: RunReport;
  readonly summary: RunSummary;
  readonly manifest: Manifest;
  /** Changes since an earlier run; absent if there is none. */
  readonly changes?: RunChanges | undefined;
  /** The path of the earlier run's page, relative to this one; absent if it has none. */
  readonly earlierPage?: string | undefined;
  /** The path of the folder's trends page; absent if there is none. */
  readonly trendsPage?: string | undefined;
  readonly failures: readonly FailureView[];
  readonly plan: Testplan;
  /** The bins excluded from percentages. */
  readonly waivers: Waivers;
  /** The run's tests in plan order; empty if their names are unknown. */
  readonly results: readonly RunTestResult[];
  /** Returns the command that reruns a bin's first test; undefined if the test cannot be rerun. */
  readonly getRerunCommand: (test: { readonly run: string; readonly name: string }) => string | undefined;
}
