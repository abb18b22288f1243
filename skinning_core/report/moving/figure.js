// Every figure of the page: decodes its numbers, skins the mesh by the formulas of the guide, shows and prints them.
import * as THREE from "three";
import { OrbitControls } from "three";

const TYPES = { float64: Float64Array, float32: Float32Array, uint32: Uint32Array, uint16: Uint16Array, uint8: Uint8Array };
const FORMS = { linear: "linear", rigid: "rigid: the strongest joint alone", dual: "dual quaternions" };
const MISTAKES = {
  "": "none", "inverse-bind-ignored": "inverse bind matrices left out", "palette-reversed": "inverse bind times world",
  "palette-transposed": "matrices transposed", "not-skinned": "nothing skinned", "z-up": "+Z taken for up",
};
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

  // Stored places with morph targets added, (V, 3) float64.
  base(k, t) {
    const a = this.arrays, out = Float64Array.from(a[`position${k}`]), by = a[`morphby${k}`];
    if (by) {
      const targets = a[`morphweight${k}`].shape[1];
      for (let i = 0; i < by.length / 3; i++) {
        const weight = a[`morphweight${k}`][t * targets + a[`morphtarget${k}`][i]], v = a[`morphvertex${k}`][i];
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

  // The palette by which a mistake moves points; linear skinning has S = G B.
  palette(skin, t, mistake) {
    const nodes = this.arrays[`joint${skin}`];
    return Array.from(nodes, (node, j) => {
      const world = this.world(t, node), bind = this.bind(skin, j);
      if (mistake === "inverse-bind-ignored") return world;
      if (mistake === "palette-reversed") return product(bind, world);
      const s = product(world, bind);
      if (mistake === "palette-transposed") return [s[0], s[4], s[8], 0, s[1], s[5], s[9], 0, s[2], s[6], s[10], 0];
      return s;
    });
  }

  places(k, t, form, mistake) {
    const base = this.base(k, t), part = this.head.parts[k], out = new Float64Array(base.length);
    if (mistake === "not-skinned") return base;
    const up = (p) => (mistake === "z-up" ? [p[0], -p[2], p[1]] : p);
    if (part.skin < 0) {
      const world = this.world(t, part.node);
      for (let v = 0; v < base.length / 3; v++) out.set(up(point(world, base.subarray(3 * v, 3 * v + 3))), 3 * v);
      return out;
    }
    const palette = this.palette(part.skin, t, mistake);
    for (let v = 0; v < base.length / 3; v++) {
      const p = base.subarray(3 * v, 3 * v + 3), joints = this.influences(k, v);
      let place;
      if (form === "rigid") place = point(palette[joints.reduce((a, b) => (b.weight > a.weight ? b : a)).joint], p);
      else if (form === "dual") place = this.dual(part.skin, t, joints, p);
      else {
        place = [0, 0, 0];
        for (const { joint, weight } of joints) point(palette[joint], p).forEach((x, c) => { place[c] += weight * x; });
      }
      out.set(up(place), 3 * v);
    }
    return out;
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

  // What ``skinproof explain`` prints of one vertex.
  explained(k, v, t) {
    const part = this.head.parts[k], base = this.base(k, t).subarray(3 * v, 3 * v + 3);
    const stored = this.arrays[`position${k}`].subarray(3 * v, 3 * v + 3);
    const joints = part.skin < 0 ? [] : this.influences(k, v).map(({ joint, weight }) => {
      const node = this.arrays[`joint${part.skin}`][joint], inside = point(this.bind(part.skin, joint), base);
      return { node, name: this.head.nodes[node], weight, inside, wanted: point(this.world(t, node), inside) };
    });
    const position = joints.length ? [0, 0, 0] : point(this.world(t, part.node), base);
    for (const { weight, wanted } of joints) wanted.forEach((x, c) => { position[c] += weight * x; });
    return { part: k, vertex: this.named(k, v), time: this.arrays.times[t], stored: Array.from(stored), base: Array.from(base), joints, position };
  }
}

const element = (tag, inside = "", attributes = {}) => {
  const made = Object.assign(document.createElement(tag), attributes);
  made.append(...[inside].flat());
  return made;
};
const figure = (x) => Number(x.toPrecision(7)).toString();
const chooser = (options) => element("select", Object.entries(options).map(([value, text]) => new Option(text, value)));

class Figure {
  constructor(character, home) {
    Object.assign(this, { character, home, head: character.head, state: { t: character.head.shown, form: "linear", mistake: "" } });
    [this.state.part, this.state.vertex] = this.head.chosen ?? [0, 0];
    this.build();
    this.remembered();
    try { this.stage(); } catch { this.canvas.replaceWith(element("p", "This browser has no WebGL: numbers only.")); }
    this.show();
  }

  build() {
    const { head, character } = this;
    this.canvas = element("canvas", "", { tabIndex: 0 });
    this.time = element("input", "", { type: "range", min: 0, max: character.count - 1, step: 1, className: "time" });
    this.play = element("button", "\u25b6", { type: "button", title: "Play" });
    this.told = element("output");
    this.form = chooser(FORMS);
    this.mistake = chooser(MISTAKES);
    this.scale = element("p", "", { className: "scale" });
    this.numbers = element("div", "", { className: "numbers" });
    const labelled = (text, control) => element("label", [`${text} `, control]);
    const rows = [element("div", [this.play, this.time, this.told], { className: "row" })];
    if (head.chosen) rows.push(element("div", [labelled("form", this.form), labelled("mistake", this.mistake)], { className: "row" }));
    if (head.left) rows.push(element("p", head.left, { className: "soft left" }));
    this.home.append(element("div", [this.canvas, this.scale, ...rows], { className: "seen" }), this.numbers);
    this.time.oninput = () => this.show({ t: Number(this.time.value) });
    this.form.onchange = () => this.show({ form: this.form.value });
    this.mistake.onchange = () => this.show({ mistake: this.mistake.value });
    this.play.onclick = () => {
      clearInterval(this.timer);
      this.timer = this.timer ? 0 : setInterval(() => this.show({ t: (this.state.t + 1) % character.count }), 1000 / 12);
    };
  }

  // What the address asks for: #time=3&vertex=0/5530&form=rigid&mistake=z-up
  remembered() {
    const asked = new URLSearchParams(location.hash.slice(1)), { character, head, state } = this;
    const t = Number(asked.get("time") ?? state.t);
    if (t >= 0 && t < character.count) state.t = Math.floor(t);
    const [k, number] = (asked.get("vertex") ?? "").split("/").map(Number), named = character.arrays[`vertex${k}`];
    const v = named ? named.indexOf(number) : number;
    if (head.parts[k] && v >= 0 && v < character.arrays[`position${k}`].shape[0]) [state.part, state.vertex] = [k, v];
    if (asked.get("form") in FORMS) state.form = asked.get("form");
    if (asked.get("mistake") in MISTAKES) state.mistake = asked.get("mistake");
  }

  stage() {
    const renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(30, 1, this.head.size / 100, this.head.size * 100);
    scene.add(new THREE.HemisphereLight(0xffffff, 0x556070, 2.4), camera);
    const key = new THREE.DirectionalLight(0xffffff, 1.6);
    key.position.set(-0.5, 0.8, 1);
    camera.add(key);
    this.meshes = this.head.parts.map((part, k) => {
      const geometry = new THREE.BufferGeometry(), count = this.character.arrays[`position${k}`].shape[0];
      geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * count), 3));
      geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(3 * count), 3));
      geometry.setIndex(new THREE.BufferAttribute(this.character.arrays[`face${k}`], 1));
      const material = new THREE.MeshLambertMaterial({ vertexColors: true, side: THREE.DoubleSide });
      const mesh = Object.assign(new THREE.Mesh(geometry, material), { frustumCulled: false });
      scene.add(mesh);
      return mesh;
    });
    const lines = (color) => Object.assign(new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color, depthTest: false })), { renderOrder: 1, frustumCulled: false });
    this.bones = lines(0x444c55);
    this.wishes = new THREE.Group();
    scene.add(this.bones, this.wishes);
    const box = new THREE.Box3(), all = this.head.parts.flatMap((_, k) => [this.character.places(k, this.state.t, "linear", "")]);
    for (const places of all) for (let v = 0; v < places.length; v += 3) box.expandByPoint(new THREE.Vector3(places[v], places[v + 1], places[v + 2]));
    const middle = box.getCenter(new THREE.Vector3()), far = this.head.size / 2 / Math.tan(THREE.MathUtils.degToRad(15)) * 0.85;
    camera.position.copy(middle).add(new THREE.Vector3(Math.sin(0.52), 0.22, Math.cos(0.52)).multiplyScalar(far));
    const controls = new OrbitControls(camera, this.canvas);
    controls.target.copy(middle);
    controls.update();
    const draw = () => {
      const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
      renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
      renderer.setSize(width, height, false);
      camera.aspect = width / height || 1;
      camera.updateProjectionMatrix();
      renderer.render(scene, camera);
    };
    controls.addEventListener("change", draw);
    new ResizeObserver(draw).observe(this.canvas);
    let down = [0, 0];
    this.canvas.onpointerdown = (e) => { down = [e.clientX, e.clientY]; };
    this.canvas.onclick = (e) => {
      if (!this.head.chosen || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
      const at = this.canvas.getBoundingClientRect(), ray = new THREE.Raycaster();
      ray.setFromCamera(new THREE.Vector2(((e.clientX - at.left) / at.width) * 2 - 1, 1 - ((e.clientY - at.top) / at.height) * 2), camera);
      const hit = ray.intersectObjects(this.meshes)[0];
      if (!hit) return;
      const places = hit.object.geometry.attributes.position, corners = [hit.face.a, hit.face.b, hit.face.c];
      const away = (v) => new THREE.Vector3().fromBufferAttribute(places, v).distanceTo(hit.point);
      this.show({ part: this.meshes.indexOf(hit.object), vertex: corners.reduce((a, b) => (away(b) < away(a) ? b : a)) });
    };
    this.draw = draw;
  }

  show(change = {}) {
    Object.assign(this.state, change);
    const { t, form, mistake, part, vertex } = this.state, { character, head } = this;
    const found = character.explained(part, vertex, t);
    Object.assign(this.time, { value: t });
    Object.assign(this.form, { value: form, disabled: mistake !== "" });
    this.mistake.value = mistake;
    this.told.textContent = `${head.clip} at ${figure(character.arrays.times[t])} s`;
    const drawn = this.meshes ? this.paint(t, form, mistake) : null;
    if (head.chosen) this.table(found, form, mistake);
    if (this.meshes) this.markers(found, drawn);
    this.home.dataset.numbers = JSON.stringify(found);
    this.home.dataset.ready = "yes";
  }

  paint(t, form, mistake) {
    const { character, head } = this, wrong = form !== "linear" || mistake !== "";
    const places = head.parts.map((_, k) => character.places(k, t, mistake ? "linear" : form, mistake));
    const right = wrong ? head.parts.map((_, k) => character.places(k, t, "linear", "")) : places;
    const off = places.map((p, k) => Float64Array.from({ length: p.length / 3 }, (_, v) =>
      wrong ? Math.hypot(p[3 * v] - right[k][3 * v], p[3 * v + 1] - right[k][3 * v + 1], p[3 * v + 2] - right[k][3 * v + 2]) / head.size
        : head.errors ? (character.arrays[`error${k}`][t * (p.length / 3) + v] / 254) * head.errors : 0));
    const top = wrong ? Math.max(...off.map((o) => o.reduce((a, b) => Math.max(a, b), 0))) : head.errors;
    const heat = (u) => {
      const x = Math.min(Math.max(u, 0), 1) * (head.heat.length - 1), i = Math.min(Math.floor(x), head.heat.length - 2);
      return head.heat[i].map((c, k) => c + (x - i) * (head.heat[i + 1][k] - c));
    };
    this.meshes.forEach((mesh, k) => {
      const { position, color } = mesh.geometry.attributes, stored = character.arrays[`color${k}`], tone = new THREE.Color();
      position.array.set(places[k]);
      for (let v = 0; v < position.count; v++) {
        const lost = !wrong && head.errors && character.arrays[`error${k}`][t * position.count + v] === 255;
        const rgb = lost ? [0.1, 0.25, 1] : wrong || head.errors ? heat(off[k][v] / (top || 1))
          : head.parts[k].color.map((c, i) => c * (stored ? stored[3 * v + i] / 255 : 1));
        tone.setRGB(...rgb, THREE.SRGBColorSpace).toArray(color.array, 3 * v);
      }
      position.needsUpdate = color.needsUpdate = true;
      mesh.geometry.computeVertexNormals();
    });
    this.scale.textContent = wrong || head.errors ? `${wrong ? "distance from its place" : head.painted}: grey 0, dark ${Number((100 * top).toPrecision(2))} % of the size` : "";
    return places;
  }

  markers(found, places) {
    const segments = [];
    this.head.parents.forEach((above, node) => {
      if (above < 0) return;
      for (const n of [above, node]) { const m = this.character.world(this.state.t, n); segments.push(m[3], m[7], m[11]); }
    });
    this.bones.geometry.setAttribute("position", new THREE.Float32BufferAttribute(segments, 3));
    this.wishes.clear();
    if (this.head.chosen) {
      const ball = (at, color, size) => {
        const made = new THREE.Mesh(new THREE.SphereGeometry(size * this.head.size, 12, 8), new THREE.MeshBasicMaterial({ color, depthTest: false }));
        made.position.set(...at);
        made.renderOrder = 3;
        this.wishes.add(made);
      };
      found.joints.forEach((joint, i) => {
        const color = COLORS[i % COLORS.length], line = new THREE.BufferGeometry().setFromPoints([joint.wanted, found.position].map((p) => new THREE.Vector3(...p)));
        this.wishes.add(Object.assign(new THREE.Line(line, new THREE.LineBasicMaterial({ color, depthTest: false })), { renderOrder: 2 }));
        ball(joint.wanted, color, 0.006);
      });
      ball(Array.from(places[found.part].subarray(3 * this.state.vertex, 3 * this.state.vertex + 3)), 0x111111, 0.008);
    }
    this.draw();
  }

  table(found, form, mistake) {
    const row = (name, numbers, color, weight = "") => {
      const key = element("i", "", { className: "key" });
      if (color !== undefined) key.style.background = `#${color.toString(16).padStart(6, "0")}`;
      return element("tr", [element("th", color === undefined ? name : [key, name]), element("td", weight), ...numbers.map((x) => element("td", figure(x)))]);
    };
    const heading = (text) => element("tr", element("th", text, { colSpan: 5 }), { className: "head" });
    const rows = [heading(`${this.head.parts[found.part].name}, vertex ${found.vertex}`), row("stored, mesh space", found.stored)];
    if (found.base.some((x, c) => x !== found.stored[c])) rows.push(row("with morph targets", found.base));
    if (found.joints.length) rows.push(heading("place in each joint's space"));
    found.joints.forEach((joint, i) => rows.push(row(joint.name, joint.inside, COLORS[i % COLORS.length])));
    if (found.joints.length) rows.push(heading("where each joint wants it, and its weight"));
    found.joints.forEach((joint, i) => rows.push(row(joint.name, joint.wanted, COLORS[i % COLORS.length], figure(joint.weight))));
    rows.push(row(found.joints.length ? "= their weighted mean" : "= place in the world", found.position, 0x111111));
    if (form !== "linear" || mistake) {
      const places = this.character.places(found.part, this.state.t, mistake ? "linear" : form, mistake), v = this.state.vertex;
      rows.push(row(mistake ? MISTAKES[mistake] : FORMS[form].split(":")[0], Array.from(places.subarray(3 * v, 3 * v + 3))));
    }
    this.numbers.replaceChildren(element("table", rows));
  }
}

window.figures = [];
const heads = [...document.querySelectorAll("script.moving-head")], texts = [...document.querySelectorAll("script.moving-data")];
for (const [i, home] of [...document.querySelectorAll("div.moving")].entries()) {
  const head = JSON.parse(heads[i].textContent);
  window.figures.push(new Figure(new Character(head, await decoded(head, texts[i].textContent)), home));
}
