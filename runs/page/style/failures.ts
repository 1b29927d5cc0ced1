/** Styles for failure groups, buckets and diagrams. */
export const FAILURES_CSS = `
.group{border:1px solid var(--line);border-left:.3rem solid var(--fill-bad);border-radius:.4rem;padding:.1rem 1rem .5rem;margin:.9rem 0}
.group.known{border-left-color:var(--fill-open)}
.group h3{margin:.6rem 0 .3rem;font-size:1.1rem;overflow-wrap:anywhere}
.rule{margin:.2rem 0 .5rem}
.bucket{border-top:1px solid var(--line);padding:.1rem 0}
.evidence>summary{font-weight:600}
.chips{display:flex;flex-wrap:wrap;gap:.1rem .9rem;list-style:none;padding:0;margin:0}
.picture{line-height:1.2}
`;
