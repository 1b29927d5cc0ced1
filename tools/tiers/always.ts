/** Test files of the last tier that every commit runs, with the promise that each stands for. */
export const ALWAYS: Readonly<Record<string, string>> = {
  'test/cli/passes.conform.ts': 'every command that judges: what it passes, and what is no pass',
  'test/cli/determinism.conform.ts': 'the same bytes with any number of workers',
  'test/cli/resume.conform.ts': 'a killed run resumes',
  'test/cli/report-text.conform.ts': 'report',
  'test/cli/shrink.conform.ts': 'shrink',
  'test/cli/explore.conform.ts': 'explore',
  'test/cli/nights.conform.ts': 'nights',
  'test/runs/queue/queue-runner.conform.ts': 'worker',
  'test/runs/text/results-schema.conform.ts': 'the documents of runs',
  'test/cli/earlier-versions.conform.ts': 'runs of earlier versions',
  'test/cli/invalid-usage.conform.ts': 'a mistake is one line and exit code 2',
  'test/cli/hostile-manifest.conform.ts': 'attacks: manifests',
  'test/cli/inherited-names.conform.ts': 'attacks: names',
  'test/cli/foreign-run.conform.ts': 'attacks: runs of others',
  'test/golden/gpu-memory/defective.conform.ts': 'golden memory of defective programs',
  'test/intake/golden/limited-golden.conform.ts': 'golden pixels',
};
