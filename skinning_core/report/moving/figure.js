// Every figure of the page: shows a character of character.js, and prints its numbers.
import * as THREE from "three";
import { OrbitControls } from "three";

const element = (tag, inside = "", attributes = {}) => {
  const made = Object.assign(document.createElement(tag), attributes);
  made.append(...[inside].flat());
  return made;
};
const OTHER = 0xd41fb5; // where a form or a mistake puts the vertex
const figure = (x) => Number(x.toPrecision(7)).toString();
const css = (color) => `#${color.toString(16).padStart(6, "0")}`;
const MEAN = 99; // the last stage of a vertex, however many joints it follows
const chooser = (options) => element("select", Object.entries(options).map(([value, text]) => new Option(text, value)));

class Figure {
  constructor(character, home) {
    Object.assign(this, { character, home, head: character.head, state: { t: character.head.shown, form: "linear", mistake: "", stage: MEAN } });
    [this.state.part, this.state.vertex] = this.head.chosen ?? [0, 0];
    this.build();
    this.remembered();
    try { this.stage(); } catch { this.canvas.replaceWith(element("p", "This browser has no WebGL: numbers only.")); }
    this.show();
  }

  build() {
    const { head, character } = this;
    this.canvas = element("canvas", "", { tabIndex: 0 });
    this.time = element("input", "", { type: "range", min: 0, max: character.count - 1, step: 1, className: "time", ariaLabel: "time" });
    this.play = element("button", "\u25b6", { type: "button", title: "Play" });
    this.told = element("output");
    const { dual, ...others } = FORMS; // of dual quaternions a page has the motions, or it does not offer them
    this.form = chooser(head.plain ? others : FORMS);
    this.mistake = chooser(this.offered = mistakesOf(character));
    this.scale = element("p", "", { className: "scale" });
    this.numbers = element("div", "", { className: "numbers" });
    this.lens = new Lens();
    this.stages = element("input", "", { type: "range", min: 0, step: 1, className: "stages" });
    this.staged = element("output");
    this.guide = element("p", "", { className: "soft guide" });
    this.command = element("code");
    const labelled = (text, control) => element("label", [`${text} `, control]);
    const rows = [element("div", [this.play, this.time, this.told], { className: "row" })];
    const near = element("button", "Vertex", { type: "button", title: "Bring the vertex to the middle" });
    const whole = element("button", "Whole", { type: "button", title: "Show the whole character" });
    near.onclick = () => this.frame?.(true);
    whole.onclick = () => this.frame?.(false);
    if (head.chosen) {
      rows.push(element("div", [labelled("stage", this.stages), this.staged, near, whole], { className: "row" }));
      rows.push(element("div", [labelled("form", this.form), labelled("mistake", this.mistake)], { className: "row" }), this.guide);
    }
    if (head.left) rows.push(element("p", head.left, { className: "soft left" }));
    this.home.classList.toggle("alone", !head.chosen);
    const beside = element("div", head.chosen ? [this.lens.element, this.numbers, element("p", ["All its numbers: ", this.command], { className: "soft" })] : this.numbers, { className: "beside" });
    this.home.append(element("div", [this.canvas, this.scale, ...rows], { className: "seen" }), beside);
    this.stages.oninput = () => this.show({ stage: Number(this.stages.value) >= Number(this.stages.max) ? MEAN : Number(this.stages.value) });
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
    if (asked.get("form") in FORMS && !(head.plain && asked.get("form") === "dual")) state.form = asked.get("form");
    if (asked.get("mistake") in this.offered) state.mistake = asked.get("mistake");
  }

  stage() {
    const renderer = this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(30, 1, this.head.size / 100, this.head.size * 100);
    // Together less than pi: a white surface that faces both is not brighter than white, or it shows no shape.
    scene.add(new THREE.HemisphereLight(0xffffff, 0x556070, 1.6), camera);
    const key = new THREE.DirectionalLight(0xffffff, 1.4);
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
    this.bones = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ depthTest: false }));
    Object.assign(this.bones, { renderOrder: 1, frustumCulled: false });
    this.wishes = new THREE.Group();
    scene.add(this.bones, this.wishes);
    const half = Math.tan(THREE.MathUtils.degToRad(15)), far = (size) => (0.85 * size) / 2 / half;
    const controls = Object.assign(new OrbitControls(camera, this.canvas), { zoomSpeed: 2 });
    const draw = () => {
      const width = this.canvas.clientWidth, height = this.canvas.clientHeight, away = camera.position.distanceTo(controls.target);
      renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
      renderer.setSize(width, height, false);
      Object.assign(camera, { aspect: width / height || 1, near: away / 50, far: away + 100 * this.head.size });
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
      this.metre = height / 2 / half / away;
      for (const ball of this.wishes.children) if (ball.isMesh) ball.scale.setScalar(ball.userData.pixels / this.metre);
      renderer.render(scene, camera);
      this.magnify(camera);
    };
    // The vertex in the middle, from where its own side of the surface is seen; or the whole character, from the front.
    this.frame = (near) => {
      const side = near ? this.facing() : new THREE.Vector3(Math.sin(0.52), 0.22, Math.cos(0.52)), box = new THREE.Box3();
      for (const { geometry } of near ? [] : this.meshes) box.union(new THREE.Box3().setFromBufferAttribute(geometry.attributes.position));
      const away = near || box.isEmpty() ? 0.4 * far(this.head.size) : far(box.getSize(new THREE.Vector3()).length());
      controls.target.copy(near || box.isEmpty() ? this.place() : box.getCenter(new THREE.Vector3()));
      camera.position.copy(controls.target).addScaledVector(side.normalize(), away);
      controls.update();
      draw();
    };
    // Wheel and fingers go to the target: it goes with the vertex, and the camera with it.
    this.follow = () => {
      const step = this.place().sub(this.last ?? this.place());
      this.last = this.place();
      controls.target.add(step);
      camera.position.add(step);
      controls.update();
    };
    controls.addEventListener("change", draw);
    new ResizeObserver(draw).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
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
      const vertex = corners.reduce((a, b) => (away(b) < away(a) ? b : a));
      this.show({ part: this.meshes.indexOf(hit.object), vertex, stage: MEAN });
      controls.target.copy(this.place());
      controls.update();
    };
    this.draw = draw;
  }

  // Gives back what it holds of the graphics card; nothing is drawn after it.
  close() {
    clearInterval(this.timer);
    this.renderer?.dispose();
    this.renderer?.forceContextLoss();
  }

  // Where the vertex is drawn, and the normal of the surface there.
  place() {
    return new THREE.Vector3().fromBufferAttribute(this.meshes[this.state.part].geometry.attributes.position, this.state.vertex);
  }

  facing() {
    const normals = this.meshes[this.state.part].geometry.attributes.normal;
    const side = new THREE.Vector3().fromBufferAttribute(normals, this.state.vertex);
    side.y = Math.min(Math.max(side.y, -0.4), 0.6);
    return side.lengthSq() > 0.01 ? side : new THREE.Vector3(0.5, 0.2, 0.9);
  }

  magnify(camera) {
    const { found, other } = this;
    if (!this.head.chosen || !found) return;
    const [right, up] = [0, 1].map((c) => new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, c).toArray());
    this.lens.show({ joints: found.joints, mean: found.position, other, right, up, perMetre: this.metre, size: this.head.size, colors: COLORS.map(css) });
  }

  // The stages of the chosen vertex: as stored, as each of its joints alone carries the mesh, and their mean.
  stageNow(found) {
    const { stage, part } = this.state, last = found.joints.length + 1;
    Object.assign(this.stages, { max: last, value: Math.min(stage, last), disabled: found.joints.length === 0 });
    if (stage >= last) return found.joints.length ? { told: "the weighted mean of all: how it is drawn", page: "mean" } : { told: "moved by its node", page: "node" };
    if (stage === 0) return { told: "as stored, morph targets added", page: "stored", only: true };
    const joint = found.joints[stage - 1];
    return { told: `as ${joint.name} alone carries it`, page: "joint", only: true, of: joint.joint, skin: this.head.parts[part].skin };
  }

  show(change = {}) {
    Object.assign(this.state, change);
    const { t, form, mistake, part, vertex } = this.state, { character, head } = this;
    const found = this.found = character.explained(part, vertex, t), stage = this.stageNow(found);
    Object.assign(this.time, { value: t });
    Object.assign(this.form, { value: form, disabled: mistake !== "" });
    this.mistake.value = mistake;
    this.told.textContent = `${head.clip} at ${figure(character.arrays.times[t])} s`;
    this.staged.textContent = stage.told;
    const clip = head.number === null ? "" : ` --clip ${head.number} --time ${character.arrays.times[t]}`;
    this.command.textContent = `skinproof explain ${head.file ?? head.model} --part ${part} --vertex ${found.vertex}${clip}`;
    const places = this.meshes ? this.paint(t, form, mistake, stage) : null, v = 3 * vertex;
    this.other = form === "linear" && !mistake ? null : Array.from(character.places(part, t, mistake ? "linear" : form, mistake).subarray(v, v + 3));
    if (head.chosen) this.table(found, form, mistake);
    if (head.read) this.reading({ "this stage": stage.page, ...(mistake ? { "this mistake": mistake } : form === "linear" ? {} : { "this form": "form" }) });
    if (this.meshes) this.markers(found, places);
    this.home.dataset.numbers = JSON.stringify(found);
    this.home.dataset.ready = "yes";
  }

  // Where the guide is about what is shown, by what that is; linked where the page knows its place.
  reading(about) {
    const { read, links } = this.head;
    const named = ([page, title]) => (links ? [element("a", title, { href: `${links}/${page}` })] : [`${title} (`, element("code", page), ")"]);
    this.guide.replaceChildren("In the guide, ", ...Object.entries(about).flatMap(([told, key], i) => [i ? "; " : "", `${told}: `, ...named(read[key])]));
  }

  paint(t, form, mistake, stage) {
    const { character, head } = this, wrong = !stage.only && (form !== "linear" || mistake !== "");
    const places = head.parts.map((_, k) => (stage.only ? character.carried(k, t, stage) : character.places(k, t, mistake ? "linear" : form, mistake)));
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
    this.scale.textContent = wrong && !top ? "it moves nothing here" : wrong || head.errors ? `${wrong ? "distance from its place" : head.painted}: grey 0, dark ${Number((100 * top).toPrecision(2))} % of the size` : "";
    return places;
  }

  markers(found, places) {
    const segments = [];
    this.head.parents.forEach((above, node) => {
      if (above < 0) return;
      for (const n of [above, node]) { const m = this.character.world(this.state.t, n); segments.push(m[3], m[7], m[11]); }
    });
    this.bones.geometry.setAttribute("position", new THREE.Float32BufferAttribute(segments, 3));
    const dark = matchMedia("(prefers-color-scheme: dark)").matches, ink = dark ? 0xffffff : 0x111111;
    this.bones.material.color.set(dark ? 0xa3acb9 : 0x444c55);
    this.wishes.clear();
    if (this.head.chosen) {
      // As many pixels wide however near: zoomed in, the wishes part.
      const mark = (shape, at, color, pixels, renderOrder) => {
        const made = Object.assign(new THREE.Mesh(shape, new THREE.MeshBasicMaterial({ color, depthTest: false, transparent: true })), { renderOrder });
        made.position.set(...at);
        made.userData.pixels = pixels;
        this.wishes.add(made);
      };
      const ball = new THREE.SphereGeometry(1, 16, 12);
      mark(ball, found.position, ink, 7, 2);
      found.joints.forEach((joint, i) => {
        const color = COLORS[i % COLORS.length], line = new THREE.BufferGeometry().setFromPoints([joint.wanted, found.position].map((p) => new THREE.Vector3(...p)));
        this.wishes.add(Object.assign(new THREE.Line(line, new THREE.LineBasicMaterial({ color, depthTest: false, transparent: true })), { renderOrder: 3 }));
        mark(ball, joint.wanted, color, 4, 4);
      });
      if (this.other) mark(new THREE.OctahedronGeometry(1), this.other, OTHER, 8, 5);
      if (this.last) this.follow(); else this.frame(true);
      this.last = this.place();
    } else if (!this.last) {
      this.last = this.place();
      this.frame(false);
    }
    this.draw();
  }

  table(found, form, mistake) {
    const row = (name, numbers, color, weight = "") => {
      const key = element("i", "", { className: "key" });
      if (color !== undefined) key.style.background = typeof color === "string" ? color : css(color);
      return element("tr", [element("th", color === undefined ? name : [key, name]), element("td", weight), ...numbers.map((x) => element("td", figure(x)))]);
    };
    const heading = (text) => element("tr", element("th", text, { colSpan: 5 }), { className: "head" });
    const rows = [heading(`${this.head.parts[found.part].name}, vertex ${found.vertex}`), row("stored, mesh space", found.stored)];
    if (found.base.some((x, c) => x !== found.stored[c])) rows.push(row("with morph targets", found.base));
    if (found.joints.length) rows.push(heading("place in each joint's space"));
    found.joints.forEach((joint, i) => rows.push(row(joint.name, joint.inside, COLORS[i % COLORS.length])));
    if (found.joints.length) rows.push(heading("where each joint wants it, and its weight"));
    found.joints.forEach((joint, i) => rows.push(row(joint.name, joint.wanted, COLORS[i % COLORS.length], figure(joint.weight))));
    rows.push(row(found.joints.length ? "= their weighted mean" : "= place in the world", found.position, "var(--ink)"));
    if (this.other) rows.push(row(mistake ? MISTAKES[mistake].told : FORMS[form].split(":")[0], this.other, OTHER));
    rows.push(heading(found.joints.length ? "the weighted mean of its joints' matrices" : "its node's matrix"));
    for (let r = 0; r < 12; r += 4) rows.push(row("xyz"[r / 4], found.matrix.slice(r + 1, r + 4), undefined, figure(found.matrix[r])));
    if (found.normal) rows.push(heading("normal"), row("stored", found.normal.stored), row("carried by the inverse transpose", found.normal.carried));
    this.numbers.replaceChildren(element("table", rows));
  }
}

window.figures = [];
const heads = [...document.querySelectorAll("script.moving-head")], texts = [...document.querySelectorAll("script.moving-data")];
for (const [i, home] of [...document.querySelectorAll("div.moving")].entries()) {
  const head = JSON.parse(heads[i].textContent);
  window.figures.push(new Figure(new Character(head, await decoded(head, texts[i].textContent)), home));
}
