// The page where a character is dropped: read and posed by the guide's port, shown by the figure of `explain --html`.

const MOST_TIMES = 49, FRAMES = 24;
/** Extensions that move no vertex, besides those of materials, or that are read. */
const HARMLESS = /^((KHR|EXT)_meshopt_compression|KHR_(draco_mesh_compression|materials_|texture_|lights_|mesh_quantization|animation_pointer|xmp)|EXT_texture_|MSFT_|VRM)/;

/** One sentence: what is wrong, and what to do. */
class Trouble extends Error {}

const at = (id) => document.getElementById(id);

/** The JSON and buffers of a dropped file; beside: ArrayBuffers of those dropped with it, by name. Raises Trouble. */
async function readFile(data, name, beside) {
  const missing = new Set();
  let file;
  try {
    file = openedFile(withPlaces(data), (uri) => beside[uri.split("/").pop()] ?? (missing.add(uri), new ArrayBuffer(0)));
  } catch { throw new Trouble(`${name} is not a glTF file that can be read: choose a .glb.`); }
  const lost = file.buffers?.find(({ uri }, k) => uri && missing.has(decodeURIComponent(uri)) && file.bufferViews?.some((view) => view.buffer === k && !packing(view)));
  if (lost) throw new Trouble(`${name} keeps data in ${decodeURIComponent(lost.uri)}: drop both together, or export one .glb.`);
  const required = file.extensionsRequired ?? [];
  const unknown = required.find((extension) => !HARMLESS.test(extension));
  if (unknown) throw new Trouble(`${name} needs ${unknown}, which this page does not read: use skinproof verify.`);
  if (!file.meshes?.length || !file.nodes?.length) throw new Trouble(`${name} has no mesh: export the character with its mesh.`);
  await unpack(file, name);
  return file;
}

/** The first and last key of a clip, seconds. */
function span(file, clip) {
  const { channels, samplers } = file.animations[clip];
  const keys = [...new Set(channels.map(({ sampler }) => samplers[sampler].input))].flatMap((input) => accessor(file, input).flat());
  return keys.length ? [keys.reduce((a, b) => Math.min(a, b)), keys.reduce((a, b) => Math.max(a, b))] : [0, 0];
}

function frameTimes(file, clip) {
  if (clip === null) return [0];
  const [start, end] = span(file, clip);
  const count = end > start ? Math.min(MOST_TIMES, Math.max(2, Math.round((end - start) * FRAMES) + 1)) : 1;
  return Array.from({ length: count }, (_, k) => (count === 1 ? start : start + ((end - start) * k) / (count - 1)));
}

/** Matrices as twelve numbers, row by row, of those of glTF: sixteen, column by column. */
const byRows = (m) => Array.from({ length: 12 }, (_, i) => m[(i % 4) * 4 + Math.floor(i / 4)]);

const shaped = (Type, values, shape) => Object.assign(new Type(values), { shape });

/** The corners of a primitive's triangles, three by three. */
function corners(file, { indices, mode = 4 }, count) {
  const order = indices === undefined ? Array.from({ length: count }, (_, v) => v) : accessor(file, indices).flat();
  if (mode === 4) return order;
  if (mode === 5) return order.slice(2).flatMap((_, k) => (k % 2 ? [order[k + 1], order[k], order[k + 2]] : order.slice(k, k + 3)));
  if (mode === 6) return order.slice(2).flatMap((_, k) => [order[0], order[k + 1], order[k + 2]]);
  return [];
}

/** What character.js wants of a file: its head and arrays, at times in seconds. */
function character(file, name, clip, times) {
  const arrays = { times: shaped(Float64Array, times, [times.length]) }, nodes = file.nodes.length;
  const poses = times.map((t) => posedNodes(file, clip, t));
  arrays.world = shaped(Float64Array, poses.flatMap((pose) => worldMatrices(pose).map(byRows)).flat(), [times.length, nodes, 3, 4]);
  (file.skins ?? []).forEach(({ joints, inverseBindMatrices }, s) => {
    const stored = inverseBindMatrices === undefined ? joints.map(() => IDENTITY) : accessor(file, inverseBindMatrices);
    arrays[`bind${s}`] = shaped(Float64Array, joints.flatMap((_, j) => byRows(stored[j])), [joints.length, 3, 4]);
    arrays[`joint${s}`] = shaped(Uint32Array, joints, [joints.length]);
  });
  const parts = [], called = (n) => file.nodes[n].name || `node ${n}`;
  file.nodes.forEach((node, n) => file.meshes[node.mesh]?.primitives.forEach((primitive, p, all) => {
    const skin = node.skin !== undefined && primitive.attributes.JOINTS_0 !== undefined ? node.skin : -1, k = parts.length;
    const base = file.materials?.[primitive.material]?.pbrMetallicRoughness?.baseColorFactor ?? [0.55, 0.5, 0.46];
    parts.push({ name: all.length > 1 ? `${called(n)} [${p}]` : called(n), node: n, skin, color: base.slice(0, 3).map((c) => Math.max(c, 0) ** (1 / 2.2)) });
    Object.assign(arrays, partArrays(file, node, primitive, poses.map((pose) => pose[n]), skin >= 0, k));
  }));
  const parents = Array(nodes).fill(-1);
  file.nodes.forEach(({ children = [] }, n) => children.forEach((child) => { parents[child] = n; }));
  const head = { model: name.replace(/\.\w+$/, ""), clip: clip === null ? "rest pose" : file.animations[clip].name || `clip ${clip}`, number: clip, file: name, shown: Math.floor(times.length / 2), errors: 0, painted: "", left: "",
    read: READ, links: "../guide", plain: true, heat: HEAT, nodes: file.nodes.map((_, n) => called(n)), parents, parts, size: 1, chosen: [0, 0] };
  const made = new Character(head, arrays);
  head.size = diagonal(parts.map((_, k) => made.places(k, 0, "linear", ""))) || 1;
  head.chosen = mostShared(made);
  return made;
}

function partArrays(file, node, { attributes, targets = [], ...primitive }, posed, skinned, k) {
  const stored = accessor(file, attributes.POSITION), count = stored.length, arrays = {};
  arrays[`position${k}`] = shaped(Float64Array, stored.flat(), [count, 3]);
  arrays[`face${k}`] = shaped(Uint32Array, corners(file, primitive, count), [0, 3]);
  if (skinned) {
    const sets = Object.keys(attributes).filter((name) => name.startsWith("JOINTS_")).sort();
    const of = (kind) => sets.map((name) => accessor(file, attributes[name.replace("JOINTS", kind)]));
    const [joints, weights] = [of("JOINTS"), of("WEIGHTS")].map((all) => stored.flatMap((_, v) => all.flatMap((set) => set[v])));
    arrays[`joints${k}`] = shaped(Uint16Array, joints, [count, 4 * sets.length]);
    arrays[`weights${k}`] = shaped(Float64Array, weights, [count, 4 * sets.length]);
  }
  const moved = targets.flatMap(({ POSITION }, m) => (POSITION === undefined ? [] : accessor(file, POSITION).flatMap((by, v) => (by.some(Boolean) ? [[m, v, by]] : []))));
  if (moved.length) {
    const weights = posed.map((one) => one.weights ?? file.meshes[node.mesh].weights ?? []);
    arrays[`morphtarget${k}`] = shaped(Uint16Array, moved.map(([m]) => m), [moved.length]);
    arrays[`morphvertex${k}`] = shaped(Uint32Array, moved.map(([, v]) => v), [moved.length]);
    arrays[`morphby${k}`] = shaped(Float64Array, moved.flatMap(([, , by]) => by), [moved.length, 3]);
    arrays[`morphweight${k}`] = shaped(Float64Array, weights.flatMap((all) => targets.map((_, m) => all[m] ?? 0)), [posed.length, targets.length]);
  }
  if (attributes.NORMAL !== undefined && targets.every(({ NORMAL }) => NORMAL === undefined))
    arrays[`normal${k}`] = shaped(Float64Array, accessor(file, attributes.NORMAL).flat(), [count, 3]);
  return arrays;
}

/** The diagonal of the box around places, one list for each part. */
function diagonal(places) {
  const low = [Infinity, Infinity, Infinity], high = low.map((x) => -x);
  for (const of of places) for (let i = 0; i < of.length; i++) {
    low[i % 3] = Math.min(low[i % 3], of[i]);
    high[i % 3] = Math.max(high[i % 3], of[i]);
  }
  return Math.hypot(...high.map((x, c) => x - low[c]));
}

/** Part and vertex that follow several joints the most evenly; without a skin the first. */
function mostShared({ head, arrays }) {
  let best = [0, 0], least = Infinity;
  head.parts.forEach(({ skin }, k) => {
    if (skin < 0) return;
    const weights = arrays[`weights${k}`], width = weights.shape[1];
    for (let v = 0; v < weights.shape[0]; v++) {
      const most = Math.max(...weights.subarray(v * width, (v + 1) * width));
      if (most > 0 && most < least) [best, least] = [[k, v], most];
    }
  });
  return best;
}

/** What is in a file, and what of it is against glTF 2.0: one sentence each. */
function findings(file, made) {
  const { head, arrays } = made, told = [];
  let vertices = 0, most = 0, off = 0, lost = 0;
  head.parts.forEach(({ skin }, k) => {
    const count = arrays[`position${k}`].shape[0], weights = arrays[`weights${k}`];
    vertices += count;
    if (skin < 0) return;
    const width = weights.shape[1], joints = arrays[`joints${k}`], last = arrays[`joint${skin}`].length;
    for (let v = 0; v < count; v++) {
      const own = weights.subarray(v * width, (v + 1) * width), sum = own.reduce((a, b) => a + b, 0);
      most = Math.max(most, own.filter((w) => w !== 0).length);
      off += Math.abs(sum - 1) > 1e-3;
      lost += joints.subarray(v * width, (v + 1) * width).some((j) => j >= last);
    }
  });
  if (lost) throw new Trouble(`${lost} vertices name a joint that their skin does not have: skinproof check says which.`);
  const count = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
  const joints = (file.skins ?? []).reduce((sum, skin) => sum + skin.joints.length, 0);
  told.push(`${vertices.toLocaleString("en")} vertices, ${count(head.parts.length, "part")}, ${count(joints, "joint")}, ${count((file.animations ?? []).length, "clip")}, up to ${count(most, "influence")} per vertex`);
  if (off) told.push(`${count(off, "vertex")} with weights whose sum is not 1: they are divided by it here, and not in every engine`.replace("vertexs", "vertices"));
  if (most > 4) told.push(`more than 4 influences per vertex: an engine need not read the second set`);
  if ((file.extensionsUsed ?? []).includes("EXT_mesh_gpu_instancing")) told.push("instances (EXT_mesh_gpu_instancing) are not shown");
  return told;
}
