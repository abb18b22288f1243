// The mistakes that a page makes on purpose, by the codes of reports, each at its step of an engine's way.

function inverse(m) {
  const [a, b, c] = [m.slice(0, 3), m.slice(4, 7), m.slice(8, 11)];
  const cross = (p, q) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
  const columns = [cross(b, c), cross(c, a), cross(a, b)], size = a[0] * columns[0][0] + a[1] * columns[0][1] + a[2] * columns[0][2];
  const rows = [0, 1, 2].map((r) => columns.map((column) => column[r] / size));
  return rows.flatMap((row) => [...row, -(row[0] * m[3] + row[1] * m[7] + row[2] * m[11])]);
}
const transposed = (m) => [m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0];
const first = (count) => (stored) => stored.slice(0, count);
const strongest = (count) => (stored) => [...stored].sort((a, b) => b.weight - a.weight).slice(0, count);
const inSteps = (count, more) => (stored) => stored.map(({ joint, weight }) => ({ joint, weight: Math.floor(weight * count + more) / count }));
const lastMention = (stored) => stored.map(({ joint, weight }, i) =>
  ({ joint, weight: stored.slice(i + 1).some((other) => other.joint === joint && other.weight !== 0) ? 0 : weight }));
const moreThan = (count) => (character) => character.widest > count;
const worn = (character) => character.head.parts.some(({ skin }) => skin >= 0);

// told: what is done; can: whether the page has what it needs. The others are the steps, as Character takes them.
const MISTAKES = {
  "": { told: "none" },
  "rest-pose": { told: "the clip not applied", world: (c, t, node) => c.rest(node), morphs: "rest", can: (c) => c.arrays.rest && c.head.number !== null },
  "hierarchy-flat": { told: "no parent walked", world: (c, t, node) => c.local(t, node), can: (c) => c.head.regular },
  "hierarchy-reversed": {
    told: "child times parent",
    world: (c, t, node) => { const above = c.head.parents[node]; return above < 0 ? c.world(t, node) : product(c.local(t, node), MISTAKES["hierarchy-reversed"].world(c, t, above)); },
    can: (c) => c.head.regular,
  },
  "palette-reversed": { told: "inverse bind times world", palette: (world, bind) => product(bind, world), can: worn },
  "inverse-bind-ignored": { told: "inverse bind matrices left out", palette: (world) => world, can: worn },
  "inverse-bind-transposed": { told: "inverse bind matrices transposed", palette: (world, bind) => product(world, transposed(bind)), can: worn },
  "bind-not-inverted": { told: "bind matrices where their inverses belong", palette: (world, bind) => product(world, inverse(bind)), can: (c) => worn(c) && c.head.regular },
  "rest-for-bind": { told: "rest pose taken for bind pose", palette: (world, bind, rest) => product(world, inverse(rest)), can: (c) => worn(c) && c.arrays.rest && c.head.regular },
  "palette-transposed": { told: "matrices transposed", palette: (world, bind) => transposed(product(world, bind)), can: worn },
  "joints-as-nodes": { told: "joints read as node numbers", order: "joints-as-nodes" },
  "joints-sorted": { told: "joints in the order of the nodes", order: "joints-sorted" },
  "joints-walked": { told: "joints in the order of a walk", order: "joints-walked" },
  "joint-before": { told: "joints counted from one", index: (j) => Math.max(j - 1, 0), can: worn },
  "joint-after": { told: "the joint after its own", index: (j, count) => (j + 1) % count, can: worn },
  "16-bit-weights": { told: "weights in 16 bits", read: inSteps(65535, 0.5), can: worn },
  "8-bit-weights": { told: "weights in 8 bits", read: inSteps(255, 0.5), can: worn },
  "8-bit-weights-down": { told: "weights in 8 bits, rounded down", read: inSteps(255, 1e-4), can: worn },
  "raw-weights": { told: "weights not divided by their sum", undivided: true, can: worn },
  "first-four": { told: "the first four influences kept", read: first(4), can: moreThan(4) },
  "strongest-four": { told: "the strongest four kept", read: strongest(4), can: moreThan(4) },
  "first-eight": { told: "the first eight influences kept", read: first(8), can: moreThan(8) },
  "strongest-eight": { told: "the strongest eight kept", read: strongest(8), can: moreThan(8) },
  "strongest-one": { told: "the strongest influence alone", read: strongest(1), can: worn },
  "repeated-joint": { told: "of a joint named twice the later weight", read: lastMention, can: worn },
  "unweighted-at-rest": { told: "without weights: left in the mesh", lost: "mesh", can: worn },
  "unweighted-at-origin": { told: "without weights: at the origin", lost: "origin", can: worn },
  "morphs-ignored": { told: "morph targets left out", morphs: "none", can: (c) => c.head.parts.some((_, k) => c.arrays[`morphby${k}`]) },
  "mesh-node-applied": { told: "the mesh's own node applied too", node: (world) => world, can: worn },
  "mesh-node-divided": { told: "the mesh's own node divided out", node: inverse, can: (c) => worn(c) && c.head.regular },
  "not-skinned": { told: "nothing skinned", still: true },
  "dual-quaternions": { told: "dual quaternions", dual: true, can: (c) => worn(c) && !c.head.plain },
  "z-up": { told: "+Z taken for up", place: (p) => [p[0], -p[2], p[1]] },
};
// Those that a character can show, as a choice: what each is called.
const mistakesOf = (character) => Object.fromEntries(Object.entries(MISTAKES)
  .filter(([, { can, order }]) => (can ? can(character) : !order || character.head.orders?.[order])).map(([code, { told }]) => [code, told]));
