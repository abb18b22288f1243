// The page's viewer: draws check files by three.js or by the guide's port, and counts what is red.
import * as THREE from "three";
import { GLTFLoader, MeshoptDecoder, OrbitControls } from "three";

const ACROSS = 360, DOWN = 240;
const cases = JSON.parse(document.getElementById("cases").textContent);
const asked = new URLSearchParams(location.search);
const renderer = new THREE.WebGLRenderer({ alpha: true, antialias: false, preserveDrawingBuffer: true });
renderer.setClearColor(0xffffff, 0); // the page behind it, which may be dark
const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).setDRACOLoader({ preload() {}, decodeDracoFile });

function bytes(id) {
  return Uint8Array.from(atob(document.getElementById(`glb ${id}`).textContent), (c) => c.charCodeAt(0)).buffer;
}

/** Light from the camera's left, soft from everywhere else. */
function lit(scene) {
  const sun = new THREE.DirectionalLight(0xffffff, 2);
  sun.position.set(-0.6, 1, 1.2);
  return scene.add(new THREE.HemisphereLight(0xffffff, 0x8090a0, 1.6), sun);
}

/** What draws a case: {scene, show(time)}. */
async function opened(row, engine) {
  await MeshoptDecoder.ready;
  const loaded = await loader.parseAsync(bytes(row.id), "");
  const scene = new THREE.Scene().add(loaded.scene);
  scene.traverse((mesh) => {
    mesh.frustumCulled = false;
    if (mesh.isMesh) mesh.material = new THREE.MeshLambertMaterial({ color: mesh.material.color, flatShading: true });
  });
  const shown = engine === "port" ? byPort(row, loaded, scene) : byThree(row, loaded, scene);
  lit(shown.scene);
  return shown;
}

function byThree(row, loaded, scene) {
  const mixer = new THREE.AnimationMixer(loaded.scene);
  return { scene, show(time) {
    if (row.clip !== null) {
      const action = mixer.clipAction(loaded.animations[row.clip]).reset();
      action.setLoop(THREE.LoopOnce).clampWhenFinished = true;
      action.play();
      mixer.setTime(time);
    }
  } };
}

/** Every mesh is drawn where the port puts its vertices; three.js moves nothing. */
function byPort(row, loaded, scene) {
  const file = unpacked(openedFile(bytes(row.id)));
  const still = new THREE.Scene(), drawn = new Map();
  loaded.scene.traverse((mesh) => {
    if (!mesh.isMesh) return;
    let object = mesh;
    while (loaded.parser.associations.get(object)?.nodes === undefined) object = object.parent;
    const primitive = loaded.parser.associations.get(mesh).primitives ?? 0;
    const geometry = new THREE.BufferGeometry().setIndex(mesh.geometry.index);
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * mesh.geometry.attributes.position.count), 3));
    const copy = new THREE.Mesh(geometry, mesh.material);
    copy.frustumCulled = false;
    still.add(copy);
    drawn.set(`${loaded.parser.associations.get(object).nodes} ${primitive}`, copy.geometry.attributes.position);
  });
  return { scene: still, show(time) {
    for (const { node, primitive, positions } of skin(file, row.clip, time)) {
      const target = drawn.get(`${node} ${primitive}`);
      target.array.set(positions.flat());
      target.needsUpdate = true;
    }
  } };
}

/** Where a stream of Draco in which nothing is coded, as the corpus writes them, has its indices and attributes by id. */
function placesIn(stream) {
  let at = 11;
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = stream.getUint8(at++);
      value += (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const faces = number(), points = number(), indices = { at: at + 1, count: 3 * faces, type: points < 256 ? Uint8Array : Uint16Array };
  at += 2 + indices.count * indices.type.BYTES_PER_ELEMENT;
  const heads = Array.from({ length: number() }, () => {
    const [type, width] = [stream.getUint8(at + 1), stream.getUint8(at + 2)];
    at += 4;
    return { type: type === 9 ? Float32Array : type === 4 ? Uint16Array : Uint8Array, width, id: number() };
  });
  at += heads.length;
  const attributes = {};
  for (const { type, width, id } of heads) {
    attributes[id] = { at, count: points * width, type, width };
    at += points * width * type.BYTES_PER_ELEMENT;
  }
  return { indices, attributes };
}

/** What three.js asks of a decoder of Draco. */
function decodeDracoFile(buffer, done, ids) {
  const { indices, attributes } = placesIn(new DataView(buffer)), geometry = new THREE.BufferGeometry();
  const values = ({ at, count, type }) => new type(buffer.slice(at, at + count * type.BYTES_PER_ELEMENT));
  for (const [name, id] of Object.entries(ids)) geometry.setAttribute(name, new THREE.BufferAttribute(values(attributes[id]), attributes[id].width));
  done(geometry.setIndex(new THREE.BufferAttribute(values(indices), 1)));
}

/** The file with what EXT_meshopt_compression and Draco pack replaced by plain views: the guide leaves them to a library. */
function unpacked(file) {
  for (const { attributes, extensions } of file.meshes.flatMap((mesh) => mesh.primitives)) {
    const packed = extensions?.KHR_draco_mesh_compression;
    if (!packed) continue;
    const { buffer, byteOffset } = file.bufferViews[packed.bufferView], source = file.bytes[buffer];
    const places = placesIn(new DataView(source.buffer, source.byteOffset + byteOffset)).attributes;
    for (const [name, id] of Object.entries(packed.attributes))
      file.accessors[attributes[name]].bufferView = file.bufferViews.push({ buffer, byteOffset: byteOffset + places[id].at }) - 1;
  }
  for (const view of file.bufferViews) {
    const packed = view.extensions?.EXT_meshopt_compression;
    if (!packed) continue;
    const source = file.bytes[packed.buffer], data = new Uint8Array(packed.count * packed.byteStride);
    const stream = new Uint8Array(source.buffer, source.byteOffset + (packed.byteOffset ?? 0), packed.byteLength);
    MeshoptDecoder.decodeGltfBuffer(data, packed.count, packed.byteStride, stream, packed.mode, packed.filter);
    Object.assign(view, { buffer: file.bytes.push(new DataView(data.buffer)) - 1, byteOffset: 0 });
  }
  return file;
}

/** Mistakes made on purpose, to see that they show. */
const BROKEN = {
  "not-skinned": (mesh) => mesh.isSkinnedMesh && mesh.skeleton.bones.forEach((bone, k) => mesh.skeleton.boneInverses[k].copy(bone.matrixWorld).invert()),
  "strongest-one": (mesh) => {
    const weights = mesh.isSkinnedMesh && mesh.geometry.attributes.skinWeight;
    for (let v = 0; weights && v < weights.count; v++) {
      const of = [0, 1, 2, 3].map((c) => weights.getComponent(v, c)), most = of.indexOf(Math.max(...of));
      weights.setXYZW(v, ...of.map((_, c) => +(c === most)));
    }
  },
};

function camera(row, width, height) {
  const [low, high] = row.bounds.map((corner) => new THREE.Vector3(...corner));
  const size = high.clone().sub(low), middle = high.clone().add(low).divideScalar(2), length = size.length();
  const seen = new THREE.PerspectiveCamera(20, width / height, length * 0.05, length * 20);
  const across = Math.max(size.x * height / width, size.y, 0.5 * size.z) * 1.1 + 0.3 * size.z;
  seen.position.copy(middle).add(new THREE.Vector3(0.25, 0.35, 1).setLength(across / 2 / Math.tan(Math.PI / 18) + size.z / 2));
  seen.lookAt(middle);
  return seen;
}

/** The share of red among all coloured pixels of what is drawn now. */
function red() {
  const gl = renderer.getContext(), { drawingBufferWidth: w, drawingBufferHeight: h } = gl, data = new Uint8Array(4 * w * h);
  gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, data);
  let wrong = 0, right = 0;
  for (let k = 0; k < data.length; k += 4) {
    wrong += data[k] > 2 * data[k + 1];
    right += data[k + 1] > 1.5 * data[k];
  }
  return wrong / Math.max(wrong + right, 1);
}

/** The largest share of red over a case's times; the picture is of that time. */
async function measured(row, engine, broken, picture) {
  const shown = await opened(row, engine), seen = camera(row, ACROSS, DOWN);
  renderer.setSize(ACROSS, DOWN, false);
  let worst = 0;
  for (const time of row.clip === null ? [0] : row.times) {
    shown.show(time);
    shown.scene.updateMatrixWorld(true);
    if (broken) shown.scene.traverse(BROKEN[broken]);
    renderer.render(shown.scene, seen);
    const share = red();
    if (share < worst) continue;
    worst = share;
    picture.drawImage(renderer.domElement, 0, 0);
  }
  return worst;
}

const listed = cases.filter((row) => !asked.has("only") || asked.get("only").split(",").includes(row.id));

async function all(engine, broken) {
  const shares = (drawn = {});
  for (const row of listed) {
    const cell = document.getElementById(`case ${row.id}`), picture = cell.querySelector("canvas").getContext("2d");
    try { shares[row.id] = await measured(row, engine, broken, picture); } catch (error) { shares[row.id] = String(error); }
    const told = typeof shares[row.id] === "number" ? `${(100 * shares[row.id]).toFixed(2)} % red` : shares[row.id];
    cell.querySelector(".share").textContent = told;
    cell.querySelector(".share").className = `share ${shares[row.id] < 0.01 ? "good" : "bad"}`;
    sift(shares);
    await new Promise((done) => setTimeout(done));
    if (shares !== drawn) return; // another engine was chosen meanwhile
  }
}

let playing = 0;
async function play(row) {
  const turn = ++playing, view = document.getElementById("view"), width = view.clientWidth, height = Math.round(width * 0.6);
  view.replaceChildren(renderer.domElement, `${row.rule} (${row.section})`);
  const shown = await opened(row, engines.value), seen = camera(row, width, height), controls = new OrbitControls(seen, renderer.domElement);
  controls.target.copy(new THREE.Vector3(...row.bounds[0]).add(new THREE.Vector3(...row.bounds[1])).divideScalar(2));
  controls.update();
  renderer.setSize(width, height);
  const end = Math.max(...row.times), begun = performance.now();
  const frame = () => {
    if (turn !== playing) return;
    shown.show(row.clip === null ? 0 : ((performance.now() - begun) / 1000) % (end || 1));
    renderer.render(shown.scene, seen);
    requestAnimationFrame(frame);
  };
  frame();
}

const engines = document.getElementById("engine"), norm = document.getElementById("norm"), kind = document.getElementById("kind");
const wrong = document.getElementById("wrong"), sum = document.getElementById("sum");

/** Show the cases that are asked for, and say how many of each level are green. What is not drawn is neither green nor red. */
function sift(shares) {
  const green = {}, every = {}, count = Object.keys(shares).length;
  for (const row of cases) {
    const cell = document.getElementById(`case ${row.id}`), known = row.id in shares, right = shares[row.id] < 0.01;
    const another = kind.value && !cell.dataset.kinds.split(" ").includes(kind.value);
    cell.hidden = Boolean(!listed.includes(row) || another || (norm.value && row.norm !== norm.value) || (wrong.checked && (right || !known)));
    if (!known) continue;
    every[row.norm] = (every[row.norm] ?? 0) + 1;
    green[row.norm] = (green[row.norm] ?? 0) + right;
  }
  const levels = [...norm.options].map((option) => option.value).filter((level) => level in every);
  const going = count < listed.length ? `; ${count} of ${listed.length} drawn` : "";
  sum.textContent = levels.map((level) => `${level} ${green[level]} of ${every[level]}`).join(", ") + going;
}

let drawn = {};
for (const choice of [norm, kind, wrong]) choice.onchange = () => sift(drawn);
engines.options[0].text = `three.js ${THREE.REVISION}`;
engines.value = asked.get("engine") ?? "three";
engines.onchange = () => { playing++; begin(); };
const begin = (broken) => all(engines.value, broken);
for (const row of cases) document.getElementById(`case ${row.id}`).onclick = () => play(row);
begin(asked.get("broken")).then(() => (document.getElementById("shares").textContent = JSON.stringify(drawn)));
