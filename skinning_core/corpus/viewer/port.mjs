// Skinning of glTF 2.0 from the guide's text, in JavaScript: docs/guide/ladder.md says on which page each step stands.
const WIDTH = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const READ = { 5120: ["getInt8", 1, 127], 5121: ["getUint8", 1, 255], 5122: ["getInt16", 2, 32767],
  5123: ["getUint16", 2, 65535], 5125: ["getUint32", 4, 1], 5126: ["getFloat32", 4, 1] };
const UNIT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Rows of numbers of an accessor. file: {json, buffers: [DataView]}. */
export function accessor({ json, buffers }, index) {
  const a = json.accessors[index], width = WIDTH[a.type];
  const rows = (view, offset, type, count, width) => {
    const v = json.bufferViews[view], [get, size, full] = READ[type], step = v.byteStride ?? width * size;
    const at = (i, c) => buffers[v.buffer][get]((v.byteOffset ?? 0) + (offset ?? 0) + i * step + c * size, true);
    const whole = a.normalized && type === a.componentType ? full : 1;
    return Array.from({ length: count }, (_, i) => Array.from({ length: width }, (_, c) => Math.max(at(i, c) / whole, -1 / (whole > 1))));
  };
  const zeros = () => Array.from({ length: a.count }, () => Array(width).fill(0));
  const out = a.bufferView === undefined ? zeros() : rows(a.bufferView, a.byteOffset, a.componentType, a.count, width);
  if (a.sparse) {
    const { count, indices: i, values: v } = a.sparse, values = rows(v.bufferView, v.byteOffset, a.componentType, count, width);
    rows(i.bufferView, i.byteOffset, i.componentType, count, 1).forEach(([row], k) => (out[row] = values[k]));
  }
  return out;
}
const lerp = (a, b, s) => a.map((v, k) => v + s * (b[k] - v)), dot = (a, b) => a.reduce((sum, v, k) => sum + v * b[k], 0);
function slerp(a, b, s) {
  const d = dot(a, b), angle = Math.acos(Math.min(Math.abs(d), 1)), sin = Math.sin(angle);
  if (sin < 1e-9) return lerp(a, b.map((v) => Math.sign(d || 1) * v), s); // equal keys
  return a.map((v, k) => (Math.sin((1 - s) * angle) * v + Math.sign(d) * Math.sin(s * angle) * b[k]) / sin);
}
function sample(times, values, how, path, t) {
  const cubic = how === "CUBICSPLINE", at = (k, part = 1) => values[cubic ? 3 * k + part : k], last = times.length - 1;
  if (t <= times[0]) return at(0);
  if (t >= times[last]) return at(last);
  const k = times.findLastIndex((key) => key <= t), step = times[k + 1] - times[k], s = (t - times[k]) / step;
  if (how === "STEP") return at(k);
  if (!cubic) return path === "rotation" ? slerp(at(k), at(k + 1), s) : lerp(at(k), at(k + 1), s);
  return at(k).map((v, c) => (2 * s ** 3 - 3 * s ** 2 + 1) * v + (s ** 3 - 2 * s ** 2 + s) * step * at(k, 2)[c]
    + (3 * s ** 2 - 2 * s ** 3) * at(k + 1)[c] + (s ** 3 - s ** 2) * step * at(k + 1, 0)[c]);
}
const multiply = (a, b) => UNIT.map((_, i) => dot([a[i % 4], a[i % 4 + 4], a[i % 4 + 8], a[i % 4 + 12]], b.slice(i & 12, (i & 12) + 4)));
function compose([tx, ty, tz], q, [a, b, c]) {
  const [x, y, z, w] = q.map((v) => v / Math.hypot(...q));
  return [a * (1 - 2 * (y * y + z * z)), a * 2 * (x * y + w * z), a * 2 * (x * z - w * y), 0, b * 2 * (x * y - w * z), b * (1 - 2 * (x * x + z * z)),
    b * 2 * (y * z + w * x), 0, c * 2 * (x * z + w * y), c * 2 * (y * z - w * x), c * (1 - 2 * (x * x + y * y)), 0, tx, ty, tz, 1];
}
/** Positions of every drawn primitive, nodes in ascending order: [{node, primitive, positions: [[x, y, z]]}]. */
export function skin(file, clip, t) {
  const { nodes, meshes, skins, animations } = file.json, moved = nodes.map(() => ({}));
  for (const { sampler, target } of clip === null ? [] : animations[clip].channels) {
    const [, n, p] = /^\/nodes\/(\d+)\/(\w+)$/.exec(target.extensions?.KHR_animation_pointer?.pointer) ?? [0, target.node, target.path];
    const { input, output, interpolation = "LINEAR" } = animations[clip].samplers[sampler], path = p;
    const times = accessor(file, input).flat(), rows = accessor(file, output), per = rows.length / times.length / (interpolation === "CUBICSPLINE" ? 3 : 1);
    const values = path === "weights" ? Array.from({ length: rows.length / per }, (_, k) => rows.slice(k * per, (k + 1) * per).flat()) : rows;
    if (n !== undefined) moved[n][path] = sample(times, values, interpolation, path, t);
  }
  const parent = new Map(nodes.flatMap((node, n) => (node.children ?? []).map((child) => [child, n]))), world = [];
  const locals = nodes.map((node, n) => { const { translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] } = { ...node, ...moved[n] };
    return node.matrix ?? compose(translation, rotation, scale); });
  const globals = (n) => { for (let at = n, up = []; ; at = parent.get(at)) { if (world[at] || at === undefined) { for (const k of up.reverse()) world[k] = parent.has(k) ? multiply(world[parent.get(k)], locals[k]) : locals[k]; return world[n]; } up.push(at); } };
  return nodes.flatMap((node, n) => node.mesh === undefined ? [] : meshes[node.mesh].primitives.map((primitive, p) => {
    const weights = moved[n].weights ?? node.weights ?? meshes[node.mesh].weights ?? [], { attributes } = primitive;
    const points = accessor(file, attributes.POSITION);
    (primitive.targets ?? []).forEach((target, m) => { if (weights[m] && target.POSITION !== undefined) accessor(file, target.POSITION).forEach((delta, v) => delta.forEach((d, c) => (points[v][c] += weights[m] * d))); });
    const apply = (m, [x, y, z]) => [0, 1, 2].map((r) => m[r] * x + m[r + 4] * y + m[r + 8] * z + m[r + 12]);
    if (node.skin === undefined) return { node: n, primitive: p, positions: points.map((point) => apply(globals(n), point)) };
    const { joints, inverseBindMatrices } = skins[node.skin], binds = inverseBindMatrices === undefined ? [] : accessor(file, inverseBindMatrices);
    const palette = joints.map((joint, j) => multiply(globals(joint), binds[j] ?? UNIT)), names = [], shares = [];
    for (let s = 0; attributes[`JOINTS_${s}`] !== undefined; s++) { names.push(accessor(file, attributes[`JOINTS_${s}`])); shares.push(accessor(file, attributes[`WEIGHTS_${s}`])); }
    return { node: n, primitive: p, positions: points.map((point, v) => {
      const of = names.flatMap((set) => set[v]); let w = shares.flatMap((set) => set[v]), sum = dot(w, w.map(() => 1));
      if (!sum) w = w.map((_, k) => +(k === 0)), sum = 1; // zero sums follow the first joint
      return of.reduce((total, joint, k) => w[k] ? apply(palette[joint], point).map((c, r) => total[r] + (w[k] / sum) * c) : total, [0, 0, 0]);
    }) };
  }));
}
/** A .glb's JSON and its buffer; other buffers by their names: from data URIs, or ``beside(name)`` as an ArrayBuffer. */
export function opened(buffer, beside) {
  const view = new DataView(buffer), binary = view.getUint32(0, true) === 0x46546c67, length = binary ? view.getUint32(12, true) : 0;
  const json = JSON.parse(new TextDecoder().decode(binary ? new Uint8Array(buffer, 20, length) : buffer));
  const inside = (uri) => Uint8Array.from(atob(uri.split(",")[1]), (c) => c.charCodeAt(0)).buffer;
  const data = (b) => b.uri === undefined ? new DataView(buffer, 28 + length) : new DataView(b.uri.startsWith("data:") ? inside(b.uri) : beside(decodeURIComponent(b.uri)));
  return { json, buffers: json.buffers.map((b) => b.uri === undefined && !binary ? null : data(b)) };
}
