// three.js as an engine: positions by its own getVertexPosition, normals as its vertex shader makes them.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { opened, run, version } from "./results.mjs";

globalThis.self = globalThis;
globalThis.ProgressEvent ??= class extends Event {};
const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
const google = await import("draco3dgltf").then((draco) => draco.default.createDecoderModule()).catch(() => null);
if (google) loader.setDRACOLoader({ preload() {}, decodeDracoFile });

async function play(path, clip, times) {
  const loaded = await loader.parseAsync(opened(path), "");
  const scene = new THREE.Scene().add(loaded.scene);
  const parts = [];
  scene.traverse((mesh) => {
    if (mesh.isMesh || mesh.isPoints || mesh.isLine) parts.push({ ...place(mesh, loaded.parser), mesh, positions: [], normals: [] });
  });
  const mixer = new THREE.AnimationMixer(scene);
  for (const time of times) {
    if (clip !== null) {
      const action = mixer.clipAction(loaded.animations[clip]).reset();
      action.setLoop(THREE.LoopOnce).clampWhenFinished = true;
      action.play();
      mixer.setTime(time);
    }
    scene.updateMatrixWorld(true);
    for (const part of parts) append(part);
  }
  return parts.map((part) => ({ ...part, normals: part.normals.length ? part.normals : null }));
}

/** What three.js's own DRACOLoader does in a worker of the browser, by the same decoder. */
function decodeDracoFile(buffer, done, ids, types) {
  const decoder = new google.Decoder(), mesh = new google.Mesh(), geometry = new THREE.BufferGeometry();
  decoder.DecodeArrayToMesh(new Int8Array(buffer), buffer.byteLength, mesh);
  const heap = (bytes, fill) => { const at = google._malloc(bytes); fill(at); return google.HEAPU8.slice(at, at + bytes).buffer; };
  for (const [name, id] of Object.entries(ids)) {
    const attribute = decoder.GetAttributeByUniqueId(mesh, id), type = globalThis[types[name]], width = attribute.num_components();
    const bytes = mesh.num_points() * width * type.BYTES_PER_ELEMENT;
    const data = heap(bytes, (at) => decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, attribute.data_type(), bytes, at));
    geometry.setAttribute(name, new THREE.BufferAttribute(new type(data), width));
  }
  const indices = heap(12 * mesh.num_faces(), (at) => decoder.GetTrianglesUInt32Array(mesh, 12 * mesh.num_faces(), at));
  done(geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(indices), 1)));
}

/** The node and the primitive that a mesh was made from. */
function place(mesh, parser) {
  let object = mesh;
  while (object && parser.associations.get(object)?.nodes === undefined) object = object.parent;
  return { node: parser.associations.get(object).nodes, primitive: parser.associations.get(mesh).primitives ?? 0 };
}

function append({ mesh, positions, normals }) {
  const { position, normal } = mesh.geometry.attributes;
  mesh.skeleton?.update();
  const upright = new THREE.Matrix3().getNormalMatrix(mesh.matrixWorld);
  const point = new THREE.Vector3();
  for (let i = 0; i < position.count; i++) {
    if (mesh.isMesh) mesh.getVertexPosition(i, point);
    else point.fromBufferAttribute(position, i);
    positions.push(...point.applyMatrix4(mesh.matrixWorld));
    if (normal) normals.push(...shaded(mesh, i).applyMatrix3(upright).normalize());
  }
}

/** A vertex's normal before the model's own matrix: the shader chunks morphnormal_vertex and skinnormal_vertex. */
function shaded(mesh, i) {
  const { normal, skinIndex, skinWeight } = mesh.geometry.attributes;
  const result = new THREE.Vector3().fromBufferAttribute(normal, i);
  const targets = mesh.geometry.morphAttributes.normal ?? [];
  targets.forEach((target, k) =>
    result.addScaledVector(new THREE.Vector3().fromBufferAttribute(target, i), mesh.morphTargetInfluences[k]));
  if (!mesh.isSkinnedMesh) return result;
  const blended = new THREE.Matrix4().multiplyScalar(0);
  for (const c of [0, 1, 2, 3]) {
    const bone = mesh.skeleton.boneMatrices.slice(16 * skinIndex.getComponent(i, c)).slice(0, 16);
    const weight = skinWeight.getComponent(i, c);
    if (weight) blended.elements.forEach((value, k) => (blended.elements[k] = value + weight * bone[k]));
  }
  const matrix = mesh.bindMatrixInverse.clone().multiply(blended).multiply(mesh.bindMatrix);
  return result.applyMatrix3(new THREE.Matrix3().setFromMatrix4(matrix));
}

await run(`three.js ${version("three")}`, play);
