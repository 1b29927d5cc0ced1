/** A bar length for each whole percentage, because the page's content security policy forbids inline styles. */
const BAR_LENGTHS = Array.from(
  { length: 101 },
  (_, percent) => `[data-share="${percent}"]{--share:${percent}%}`,
).join('');

/** Styles for tables and their filters and bars. */
export const TABLES_CSS = `
.scroll{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;font-size:.9rem;width:100%}
th,td{text-align:left;padding:.3rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{padding-left:.2rem}
thead th{color:var(--muted);font-weight:600;font-size:.84rem;border-bottom:2px solid var(--line)}
tbody tr:hover{background:var(--raised)}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td .command{min-width:18rem;margin:0}td summary{padding:0}#changes table,#what-ran table{width:auto;min-width:min(100%,24rem)}td .copy{padding:.02rem .5rem;font-size:.82rem}
.prose{min-width:14rem}
.filter{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.8rem 0 .4rem}
.filter label{display:flex;gap:.4rem;align-items:center}
.filter input{width:17rem}.filter output{color:var(--muted);font-size:.9rem}
.bar{display:inline-block;width:5rem;height:.6rem;border-radius:.3rem;margin-right:.5rem;background:linear-gradient(to right,var(--fill) var(--share),var(--line) var(--share))}
.bar.plain{--fill:var(--link)}.bar.good{--fill:var(--fill-good)}.bar.open{--fill:var(--fill-open)}.bar.bad{--fill:var(--fill-bad)}
.share{display:inline-block;min-width:4.2rem;text-align:right;font-variant-numeric:tabular-nums;margin-right:.6rem}
.sort{border:0;background:none;padding:0;color:inherit;font-weight:600;font-size:inherit;white-space:nowrap}.seed{font-family:ui-monospace,monospace;font-size:.86em}
.pages{display:flex;gap:1rem;align-items:center;margin:.5rem 0}.pages[hidden]{display:none}
@media (scripting:none){.filter{display:none}}
@media (max-width:40rem){.stack thead:not(:has(.sort)){display:none}.stack thead tr{display:flex;flex-wrap:wrap;gap:0 .8rem}.stack thead th{border:0;padding:.1rem}.stack tbody tr{display:block;border-bottom:2px solid var(--line);padding:.4rem 0}.stack td{display:flex;gap:.6rem;border:0;padding:.08rem .2rem;text-align:left;overflow-wrap:anywhere}.stack td::before{content:attr(data-label);flex:none;width:5.5rem;color:var(--muted);white-space:normal}.stack td:empty{display:none}.prose{min-width:10rem}
.filter label:has(input){width:100%}.filter input{flex:1;min-width:0}
th,td{padding:.25rem .4rem}.bar{width:2.5rem;margin-right:.2rem}.share{min-width:3.6rem;margin-right:.3rem}}
${BAR_LENGTHS}`;
