"""The style sheet of the HTML report: one string, light and dark by the reader's own setting."""

STYLE = """
:root { --ink: #1d2129; --soft: #5b6472; --line: #dfe3e9; --paper: #ffffff; --panel: #f6f7f9;
  --good: #0b7a4b; --bad: #b3261e; --limit: #8a93a0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #a3acb9; --line: #343b46; --paper: #15181d;
  --panel: #1d2128; --good: #58c793; --bad: #ff8a80; --limit: #707a88; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1320px; padding: 28px 32px 60px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 44px 0 4px; overflow-wrap: anywhere; }
h3 { font-size: 14px; margin: 18px 0 6px; color: var(--soft); font-weight: 600; overflow-wrap: anywhere; }
p { margin: 4px 0 12px; } .soft { color: var(--soft); }
.badge { display: inline-block; padding: 1px 10px; border-radius: 99px; font-size: 13px; font-weight: 600;
  border: 1px solid currentColor; vertical-align: 3px; margin-left: 8px; }
.good { color: var(--good); } .bad { color: var(--bad); }
.scroll { overflow-x: auto; background: /* a shadow at each edge behind which the table goes on */
  linear-gradient(90deg, var(--paper) 40%, transparent) left / 40px 100% no-repeat local,
  linear-gradient(270deg, var(--paper) 40%, transparent) right / 40px 100% no-repeat local,
  linear-gradient(90deg, var(--line), transparent) left / 12px 100% no-repeat scroll,
  linear-gradient(270deg, var(--line), transparent) right / 12px 100% no-repeat scroll; }
table { border-collapse: collapse; margin: 8px 0 16px; font-variant-numeric: tabular-nums; font-size: 14px; }
th, td { padding: 4px 14px 4px 0; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { color: var(--soft); font-weight: 600; } .name { text-align: left; max-width: 340px; overflow: hidden;
  text-overflow: ellipsis; }
.verdict { text-align: left; }
td.bar { width: 190px; text-align: left; } td.bar i { display: block; height: 9px; border-radius: 2px; min-width: 1px; }
.key { display: inline-block; width: 11px; height: 11px; border-radius: 2px; margin: 0 6px 0 0; vertical-align: -1px; }
.legend span { margin-right: 18px; display: inline-block; }
.views { display: flex; gap: 10px; } .views svg { flex: 1 1 0; min-width: 0; max-width: 300px; }
svg circle.ring { fill: none; stroke: var(--ink); stroke-width: 2; }
details { margin: 8px 0 16px; } summary { cursor: pointer; color: var(--soft); }
code { overflow-wrap: anywhere; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); gap: 14px; }
figure { margin: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px 8px;
  min-width: 0; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--soft); font-size: 11px; }
svg line { stroke: var(--limit); } svg line.grid { stroke: var(--line); }
figure h3 { margin-top: 0; } a { color: inherit; }
svg line.tolerance { stroke-dasharray: 5 4; }
ul { margin: 8px 0 16px; padding-left: 20px; } li { overflow-wrap: anywhere; }
@media (max-width: 700px) { body { padding: 16px 14px 40px; } svg text { font-size: 19px; }
  .name { max-width: 150px; } th, td { padding-right: 10px; } }
"""

#: What the figures of ``moving_figure`` need on top of it.
MOVING_STYLE = """
.moving { display: flex; flex-wrap: wrap; gap: 14px 22px; align-items: flex-start; margin: 8px 0 16px; }
.moving .seen { flex: 1 1 420px; min-width: 0; max-width: 760px; }
.moving .numbers { flex: 0 1 auto; max-width: 100%; overflow-x: auto; }
.moving canvas { width: 100%; aspect-ratio: 4 / 3; max-height: 70vh; display: block; background: var(--panel);
  border: 1px solid var(--line); border-radius: 8px; touch-action: none; }
.moving .row { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; margin: 8px 0; }
.moving .time { flex: 1 1 140px; } .moving select, .moving button { font: inherit; }
.moving .scale { min-height: 1.5em; margin: 4px 0; color: var(--soft); }
.moving th { text-align: left; } .moving tr.head th { padding-top: 12px; color: var(--ink); }
pre { overflow-x: auto; font-size: 12px; }
@media (max-width: 700px) { .moving td, .moving th { padding-right: 5px; font-size: 11px; }
  .moving .numbers { flex-basis: 100%; } .moving tr:not(.head) th { max-width: 120px; white-space: normal;
  overflow-wrap: anywhere; } }
@media print { .moving .row, .moving button { display: none; } .moving .seen { flex-basis: 100%; }
  details { display: none; } }
"""
