// Babylon.js as an engine, without a screen: positions and normals as its own getPositionData and getNormalsData skin them.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { DracoDecoder } from "@babylonjs/core/Meshes/Compression/dracoDecoder.js";
import { MeshoptCompression } from "@babylonjs/core/Meshes/Compression/meshoptCompression.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Helpers/sceneHelpers.js";
import "@babylonjs/loaders/glTF/2.0/index.js";
import { opened, run, version } from "./results.mjs";

const google = await import("draco3dgltf").catch(() => null); // Babylon.js itself would fetch decoders from a network
if (google) {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve("draco3dgltf/draco_decoder_gltf.wasm"));
  Object.assign(DracoDecoder.DefaultConfiguration, { jsModule: google.default.createDecoderModule, wasmBinary, numWorkers: 0 });
}
const packed = (await import("meshoptimizer/decoder").catch(() => null))?.MeshoptDecoder;
await packed?.ready;
if (packed) {
  MeshoptCompression._Default = { decodeGltfBufferAsync: async (source, count, stride, mode, filter) => {
    const data = new Uint8Array(count * stride);
    packed.decodeGltfBuffer(data, count, stride, source, mode, filter);
    return data;
  } };
}

async function play(path, clip, times) {
  const scene = new Scene(new NullEngine());
  scene.useRightHandedSystem = true;
  const binary = path.endsWith(".glb");
  const source = binary ? new Uint8Array(opened(path)) : `data:${new TextDecoder().decode(opened(path))}`;
  const loaded = await ImportMeshAsync(source, scene, { pluginExtension: binary ? ".glb" : ".gltf" });
  for (const group of loaded.animationGroups) group.stop();
  const parts = loaded.meshes.filter((mesh) => mesh.getTotalVertices() > 0)
    .map((mesh) => ({ ...place(mesh), mesh, positions: [], normals: [] }));
  const group = clip === null ? null : loaded.animationGroups[clip];
  const rate = group?.targetedAnimations[0]?.animation.framePerSecond ?? 60;
  if (group) group.start(false, 1, group.from, group.to);
  group?.pause();
  for (const time of times) {
    group?.goToFrame(time * rate);
    for (const node of [...loaded.transformNodes, ...loaded.meshes]) node.computeWorldMatrix(true);
    for (const skeleton of loaded.skeletons) skeleton.prepare(true);
    for (const part of parts) append(part);
  }
  return parts.map((part) => ({ ...part, normals: part.normals.length ? part.normals : null }));
}

/** The node and the primitive that a mesh was made from, by the pointers that the loader leaves. */
function place(mesh) {
  const pointers = [mesh, mesh.parent].flatMap((object) => object?._internalMetadata?.gltf?.pointers ?? []);
  const find = (pattern) => pointers.map((pointer) => pattern.exec(pointer)).find((found) => found)?.[1];
  return { node: Number(find(/^\/nodes\/(\d+)/)), primitive: Number(find(/\/primitives\/(\d+)/) ?? 0) };
}

function append({ mesh, positions, normals }) {
  const world = mesh.getWorldMatrix();
  const upright = world.clone().invert().transpose();
  const points = mesh.getPositionData(true, true);
  const vectors = mesh.getNormalsData(true, true);
  for (let i = 0; i < points.length; i += 3)
    positions.push(...Vector3.TransformCoordinates(Vector3.FromArray(points, i), world).asArray());
  for (let i = 0; vectors && i < vectors.length; i += 3)
    normals.push(...Vector3.TransformNormal(Vector3.FromArray(vectors, i), upright).normalize().asArray());
}

await run(`Babylon.js ${version("@babylonjs/core")}`, play);
