// Times three.js's SkinnedMesh.applyBoneTransform on every vertex of a mesh.
//
//   node skin.mjs MESH SECONDS      MESH: a folder with header.json and raw little-endian arrays; prints JSON:
//   {"seconds": median seconds a frame, "rounds": n, "first": [x, y, z, ...]}   the first 100 skinned vertices
import fs from "node:fs";
import path from "node:path";
import * as THREE from "three";

const [folder, seconds] = process.argv.slice(2);
const header = JSON.parse(fs.readFileSync(path.join(folder, "header.json"), "utf8"));
const read = (name, Type) => {
  const bytes = fs.readFileSync(path.join(folder, name));
  return new Type(bytes.buffer, bytes.byteOffset, bytes.byteLength / Type.BYTES_PER_ELEMENT);
};

const geometry = new THREE.BufferGeometry();
const position = new THREE.BufferAttribute(read("positions.f32", Float32Array), 3);
geometry.setAttribute("position", position);
geometry.setAttribute("skinIndex", new THREE.BufferAttribute(read("joints.u16", Uint16Array), 4));
geometry.setAttribute("skinWeight", new THREE.BufferAttribute(read("weights.f32", Float32Array), 4));

const matrices = read("palette.f64", Float64Array); // (J, 4, 4) row by row
const bones = [];
for (let j = 0; j < header.joints; j++) {
  const bone = new THREE.Bone();
  bone.matrixWorld.fromArray(matrices.subarray(16 * j, 16 * j + 16)).transpose();
  bones.push(bone);
}
const mesh = new THREE.SkinnedMesh(geometry, new THREE.MeshBasicMaterial());
mesh.bind(new THREE.Skeleton(bones, bones.map(() => new THREE.Matrix4())), new THREE.Matrix4());

const out = new Float32Array(3 * position.count);
const vertex = new THREE.Vector3();
function frame() {
  for (let i = 0; i < position.count; i++) {
    vertex.fromBufferAttribute(position, i);
    mesh.applyBoneTransform(i, vertex);
    vertex.toArray(out, 3 * i);
  }
}

for (let i = 0; i < 10; i++) frame(); // let the compiler see it
const times = [];
const begin = performance.now();
while (times.length < 7 || performance.now() - begin < 1000 * seconds) {
  const start = performance.now();
  frame();
  times.push((performance.now() - start) / 1000);
}
times.sort((a, b) => a - b);
const first = Array.from(out.subarray(0, 300));
console.log(JSON.stringify({ seconds: times[times.length >> 1], rounds: times.length, first }));
