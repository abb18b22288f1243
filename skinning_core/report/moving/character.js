// The character of a figure: its numbers decoded, and its mesh skinned by the formulas of the guide.

const TYPES = { float64: Float64Array, float32: Float32Array, uint32: Uint32Array, uint16: Uint16Array, uint8: Uint8Array };
const FORMS = { linear: "linear", rigid: "rigid: the strongest joint alone", dual: "dual quaternions" };
const COLORS = [0xd9482b, 0x2e63c8, 0x2f8f4e, 0xb8860b, 0x8e44ad, 0x16a085, 0xc2185b, 0x5d6d7e];

async function decoded(head, text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer();
  const arrays = {};
  for (const [name, [type, at, shape]] of Object.entries(head.arrays)) {
    arrays[name] = new TYPES[type](buffer, at, shape.reduce((a, b) => a * b, 1));
    arrays[name].shape = shape;
  }
  return arrays;
}

// (3, 4) matrices as twelve numbers, row by row.
const point = (m, p) => [0, 4, 8].map((r) => m[r] * p[0] + m[r + 1] * p[1] + m[r + 2] * p[2] + m[r + 3]);
function product(a, b) {
  const out = new Array(12);
  for (let r = 0; r < 12; r += 4)
    for (let c = 0; c < 4; c++)
      out[r + c] = a[r] * b[c] + a[r + 1] * b[4 + c] + a[r + 2] * b[8 + c] + (c === 3 ? a[r + 3] : 0);
  return out;
}
const quaternionProduct = (a, b) => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

class Character {
  constructor(head, arrays) { Object.assign(this, { head, arrays }); }
  get count() { return this.arrays.times.length; }
  world(t, node) { const at = (t * this.head.nodes.length + node) * 12; return this.arrays.world.subarray(at, at + 12); }
  bind(skin, j) { return this.arrays[`bind${skin}`].subarray(12 * j, 12 * j + 12); }

  // Stored places with morph targets added, (V, 3) float64; morphs: "none" adds none, "rest" those of the rest pose.
  base(k, t, morphs) {
    const a = this.arrays, out = Float64Array.from(a[`position${k}`]), by = a[`morphby${k}`];
    if (by && morphs !== "none") {
      const targets = a[`morphweight${k}`].shape[1], weights = a[`morph${morphs ?? "weight"}${k}`], row = morphs ? 0 : t;
      for (let i = 0; i < by.length / 3; i++) {
        const weight = weights[row * targets + a[`morphtarget${k}`][i]], v = a[`morphvertex${k}`][i];
        for (let c = 0; c < 3; c++) out[3 * v + c] += weight * by[3 * i + c];
      }
    }
    return out;
  }

  // The number of a vertex in the file, of which a large one has more than are here.
  named(k, v) { return this.arrays[`vertex${k}`]?.[v] ?? v; }

  // The joints of one vertex, each once: {joint, stored, weight}, weights divided by their sum.
  influences(k, v) {
    const joints = this.arrays[`joints${k}`], weights = this.arrays[`weights${k}`], width = joints.shape[1];
    let sum = 0;
    for (let i = 0; i < width; i++) sum += weights[v * width + i];
    const found = new Map();
    for (let i = 0; i < width; i++) {
      const stored = weights[v * width + i], weight = sum === 0 ? Number(i === 0) : stored / sum;
      if (weight === 0) continue;
      const joint = joints[v * width + i], known = found.get(joint);
      if (known) { known.weight += weight; known.stored += stored; } else found.set(joint, { joint, stored, weight });
    }
    return [...found.values()];
  }

  // The most influences that a vertex of any part has room for.
  get widest() { return Math.max(0, ...this.head.parts.map((_, k) => this.arrays[`joints${k}`]?.shape[1] ?? 0)); }

  // A node's world matrix in the rest pose, and its matrix relative to its parent.
  rest(node) { return this.arrays.rest.subarray(12 * node, 12 * node + 12); }
  local(t, node) {
    const above = this.head.parents[node];
    return above < 0 ? this.world(t, node) : product(inverse(this.world(t, above)), this.world(t, node));
  }

  // The palette of a skin: S = G B for each joint, or what a mistake makes of it.
  palette(skin, t, mistake = {}) {
    const nodes = mistake.order ? this.head.orders[mistake.order][skin] : this.arrays[`joint${skin}`];
    const world = mistake.world ?? ((character, at, node) => character.world(at, node)), made = mistake.palette ?? product;
    const all = Array.from(nodes, (node, j) => made(world(this, t, node), this.bind(skin, j), this.arrays.rest && this.rest(node)));
    return mistake.index ? all.map((_, j) => all[mistake.index(j, all.length)]) : all;
  }

  places(k, t, form, code) {
    const mistake = MISTAKES[code] ?? {}, part = this.head.parts[k], base = this.base(k, t, mistake.morphs);
    const out = new Float64Array(base.length), up = mistake.place ?? ((p) => p);
    if (mistake.still) return base;
    const world = mistake.world?.(this, t, part.node) ?? this.world(t, part.node);
    if (part.skin < 0) {
      for (let v = 0; v < base.length / 3; v++) out.set(up(point(world, base.subarray(3 * v, 3 * v + 3))), 3 * v);
      return out;
    }
    const palette = this.palette(part.skin, t, mistake), node = mistake.node?.(world);
    for (let v = 0; v < base.length / 3; v++) {
      const p = base.subarray(3 * v, 3 * v + 3), joints = mistake.read || mistake.undivided || mistake.lost ? this.misread(k, v, mistake) : this.influences(k, v);
      let place;
      if (form === "rigid") place = point(palette[joints.reduce((a, b) => (b.weight > a.weight ? b : a)).joint], p);
      else if (form === "dual" || mistake.dual) place = this.dual(part.skin, t, joints, p);
      else if (mistake.lost === "mesh" && joints.length === 0) place = Array.from(p);
      else {
        place = [0, 0, 0];
        for (const { joint, weight } of joints) point(palette[joint], p).forEach((x, c) => { place[c] += weight * x; });
      }
      out.set(up(node ? point(node, place) : place), 3 * v);
    }
    return out;
  }

  // The influences of a vertex as a mistake reads them, weights divided by their sum unless that is the mistake.
  misread(k, v, { read, undivided, lost }) {
    const joints = this.arrays[`joints${k}`], weights = this.arrays[`weights${k}`], width = joints.shape[1];
    const stored = Array.from({ length: width }, (_, i) => ({ joint: joints[v * width + i], weight: weights[v * width + i] }));
    const kept = read ? read(stored) : stored, sum = kept.reduce((all, { weight }) => all + weight, 0);
    if (undivided) return kept;
    if (sum === 0) return lost ? [] : [{ joint: kept[0].joint, weight: 1 }];
    return kept.map(({ joint, weight }) => ({ joint, weight: weight / sum }));
  }

  // Stretches as matrices first, then the mean of dual quaternions (page 6 of the guide).
  dual(skin, t, joints, p) {
    const count = this.arrays[`joint${skin}`].length, motions = this.arrays[`motion${skin}`];
    const stretches = this.arrays[`stretch${skin}`], at = (j) => (t * count + j) * 8;
    const first = motions.subarray(at(joints[0].joint), at(joints[0].joint) + 4), sum = new Array(8).fill(0);
    const from = [0, 0, 0];
    for (const { joint, weight } of joints) {
      const m = motions.subarray(at(joint), at(joint) + 8), s = stretches.subarray((t * count + joint) * 9);
      const away = m[0] * first[0] + m[1] * first[1] + m[2] * first[2] + m[3] * first[3] < 0 ? -weight : weight;
      for (let c = 0; c < 8; c++) sum[c] += away * m[c];
      for (let r = 0; r < 3; r++) from[r] += weight * (s[3 * r] * p[0] + s[3 * r + 1] * p[1] + s[3 * r + 2] * p[2]);
    }
    const length = Math.hypot(...sum.slice(0, 4)), q = sum.slice(0, 4).map((x) => x / length);
    const d = sum.slice(4).map((x) => x / length), back = [-q[0], -q[1], -q[2], q[3]];
    const turned = quaternionProduct(quaternionProduct(q, [...from, 0]), back), moved = quaternionProduct(d, back);
    return [0, 1, 2].map((c) => turned[c] + 2 * moved[c]);
  }

  // A part as one joint of a vertex alone carries it: (V, 3).
  carried(k, t, stage) {
    const base = this.base(k, t), part = this.head.parts[k], joint = stage.of;
    if (joint === undefined || part.skin !== stage.skin) return joint === undefined && part.skin >= 0 ? base : this.places(k, t, "linear", "");
    const matrix = product(this.world(t, this.arrays[`joint${part.skin}`][joint]), this.bind(part.skin, joint)), out = new Float64Array(base.length);
    for (let v = 0; v < base.length / 3; v++) out.set(point(matrix, base.subarray(3 * v, 3 * v + 3)), 3 * v);
    return out;
  }

  // (3, 4) the weighted mean of its joints' matrices, row by row; of a part without a skin its node's.
  blended(k, v, t) {
    const { skin, node } = this.head.parts[k];
    if (skin < 0) return Array.from(this.world(t, node));
    const sum = new Array(12).fill(0), nodes = this.arrays[`joint${skin}`];
    for (const { joint, weight } of this.influences(k, v))
      product(this.world(t, nodes[joint]), this.bind(skin, joint)).forEach((x, i) => { sum[i] += weight * x; });
    return sum;
  }

  // The normal as stored, and carried into the world by the inverse transpose; null: the file has none, or morphs it.
  normal(k, v, t) {
    const stored = this.arrays[`normal${k}`]?.subarray(3 * v, 3 * v + 3);
    if (!stored) return null;
    const m = this.blended(k, v, t), largest = Math.max(...[0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => Math.abs(m[i]))) || 1;
    const [a, b, c] = [0, 4, 8].map((r) => [m[r], m[r + 1], m[r + 2]].map((x) => x / largest));
    const cross = (p, q) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
    const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    const rows = [cross(b, c), cross(c, a), cross(a, b)], sign = dot(a, rows[0]) < 0 ? -1 : 1;
    const turned = rows.map((row) => sign * dot(row, stored)), long = Math.hypot(...turned);
    return { stored: Array.from(stored), carried: turned.map((x) => (long > 0 ? x / long : 0)) };
  }

  // What ``skinproof explain`` prints of one vertex.
  explained(k, v, t) {
    const part = this.head.parts[k], base = this.base(k, t).subarray(3 * v, 3 * v + 3);
    const stored = this.arrays[`position${k}`].subarray(3 * v, 3 * v + 3);
    const joints = part.skin < 0 ? [] : this.influences(k, v).map(({ joint, weight }) => {
      const node = this.arrays[`joint${part.skin}`][joint], inside = point(this.bind(part.skin, joint), base);
      return { joint, node, name: this.head.nodes[node], weight, inside, wanted: point(this.world(t, node), inside) };
    });
    const position = joints.length ? [0, 0, 0] : point(this.world(t, part.node), base);
    for (const { weight, wanted } of joints) wanted.forEach((x, c) => { position[c] += weight * x; });
    return { part: k, vertex: this.named(k, v), time: this.arrays.times[t], stored: Array.from(stored), base: Array.from(base), joints, position,
      matrix: this.blended(k, v, t), normal: this.normal(k, v, t) };
  }
}
