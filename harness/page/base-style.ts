/** Colours, typography, headings, links and copyable commands. Text has a contrast ratio of at least 4.5:1. */
export const BASE_CSS = `
:root{color-scheme:light dark;--background:#fff;--raised:#f5f6f8;--line:#d8dce2;--text:#1c2128;--muted:#57606a;--link:#0a58ca;
--good:#116329;--good-background:#dafbe1;--open:#7d4e00;--open-background:#fff3cd;--bad:#b42318;--bad-background:#ffe5e2;
--fill-good:#2da44e;--fill-open:#d4a72c;--fill-bad:#d1383d;--fill-error:#8250df;--wave-a:#0969da;--wave-b:#bf5700;--heat:9,105,218}
@media (prefers-color-scheme:dark){:root{--background:#0f1318;--raised:#191f27;--line:#343c47;--text:#e6e9ee;--muted:#9da7b3;--link:#79b8ff;
--good:#7ee29a;--good-background:#12351f;--open:#f0c75e;--open-background:#3b2e0a;--bad:#ff9c92;--bad-background:#4a1815;
--fill-good:#2ea043;--fill-open:#c69026;--fill-bad:#e5534b;--fill-error:#986ee2;--wave-a:#58a6ff;--wave-b:#f0883e;--heat:88,166,255}}
*{box-sizing:border-box}
html{scroll-padding-top:3.8rem}
body{margin:0;background:var(--background);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
header,nav ul,main{max-width:76rem;margin:0 auto;padding:0 1.25rem}
h2{font-size:1.3rem;line-height:1.3;margin:2.75rem 0 .75rem;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.4rem 0;overflow-wrap:anywhere}ul,ol{margin:.4rem 0;padding-left:1.4rem}li{overflow-wrap:anywhere}
a{color:var(--link)}
.good{color:var(--good)}.open{color:var(--open)}.bad{color:var(--bad)}.quiet{color:var(--muted)}
.nowrap{white-space:nowrap}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
code,pre{font:.86em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{overflow-x:auto;background:var(--raised);border:1px solid var(--line);padding:.7rem;border-radius:.4rem;margin:.6rem 0}
.command{display:flex;align-items:flex-start;gap:.5rem;margin:.3rem 0 .7rem}
.command code{flex:1;min-width:0;overflow-wrap:anywhere;background:var(--raised);border:1px solid var(--line);padding:.35rem .55rem;border-radius:.35rem}
button,input,select{font:inherit;font-size:.9rem;color:var(--text);background:var(--raised);border:1px solid var(--line);border-radius:.35rem;padding:.28rem .65rem}
button{cursor:pointer}button:hover:enabled{border-color:var(--link)}button:disabled{cursor:default;color:var(--muted)}
summary{cursor:pointer;padding:.3rem 0;overflow-wrap:anywhere}
.facts{margin:.6rem 0}.facts>div{display:grid;grid-template-columns:8rem 1fr;gap:.5rem;padding:.1rem 0}.facts dt{color:var(--muted)}.facts dd{margin:0;min-width:0;overflow-wrap:anywhere}
.badge{display:inline-block;font-size:.78rem;font-weight:600;line-height:1.35;padding:.05rem .5rem;border-radius:1rem;white-space:nowrap;background:var(--raised);color:var(--text);border:1px solid var(--line);font-variant-numeric:tabular-nums}
.badge.good{background:var(--good-background);color:var(--good);border-color:transparent}.badge.open{background:var(--open-background);color:var(--open);border-color:transparent}.badge.bad{background:var(--bad-background);color:var(--bad);border-color:transparent}
@media (max-width:40rem){header,nav ul,main{padding-left:.9rem;padding-right:.9rem}.facts>div{grid-template-columns:1fr;gap:0}h2{margin-top:2rem}}
`;
