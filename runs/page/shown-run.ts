import { colours } from '../../base/text/index.js';
import type { ShownWay } from '../../closure/aim/index.js';
import type { RunChanges } from '../../closure/coverage/index.js';
import type { Testplan } from '../../closure/testplan/index.js';
import type { PictureStyle } from '../../failures/picture/index.js';
import type { Manifest, Waivers, Witness } from '../../harness/records/index.js';
import type { RunReport, RunTestResult } from '../../harness/run-directory/index.js';
import type { Scenario, Violation } from '../../transactions/index.js';
import type { RunSummary } from '../text/run-summary.js';

/** How the page shows pictures as text. */
export const PAGE_PICTURE: PictureStyle = { width: 110, unicode: true, colour: colours(false) };

/** The failure of a bucket that is shown in full; where only its files are there, it is listed. */
export interface ShownFailure {
  readonly signature: string;
  /** Id of its test. */
  readonly test: string;
  /** The first violation by cause; absent where no rule fired. */
  readonly violation?: Violation;
  /** Further messages about it. */
  readonly message?: string;
  /** The data of its pictures. */
  readonly drawn?: { readonly scenario: Scenario; readonly witness: Witness };
  /** Pixels and waves involved, as lines of text. */
  readonly picture?: readonly string[];
  /** Its files, by paths from the page's folder. */
  readonly files?: readonly { readonly name: string; readonly path: string }[];
  /** Its test in the playground, by the path from the page's folder; absent where none is built. */
  readonly playground?: string;
}

/** Everything that the page shows. */
export interface RunPage {
  readonly report: RunReport;
  readonly summary: RunSummary;
  readonly manifest: Manifest;
  /** Since an earlier run; absent where there is none. */
  readonly changes?: RunChanges;
  /** Path of that run's page from this page's folder; absent where it has none. */
  readonly earlierPage?: string;
  /** Path of the page of trends over the runs of its folder; absent where there is none. */
  readonly nightsPage?: string;
  readonly failures: readonly ShownFailure[];
  readonly plan: Testplan;
  /** Bins that percentages exclude. */
  readonly waivers: Waivers;
  /** How its cheapest holes could be hit; none unless asked for. */
  readonly ways: readonly ShownWay[];
  /** Its tests in plan order; none where their names are not known. */
  readonly results: readonly RunTestResult[];
  /** Line that runs the first test of a bin again, where there is one. */
  readonly lineOf: (test: { readonly run: string; readonly name: string }) => string | undefined;
}
