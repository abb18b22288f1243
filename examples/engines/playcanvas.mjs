// PlayCanvas as an engine, without a screen: its own joint matrices, blended as its vertex shader (chunk skin) does.
import * as pc from "playcanvas";
import { opened, run, version } from "./results.mjs";

const canvas = { width: 1, height: 1, addEventListener() {}, removeEventListener() {}, getBoundingClientRect: () => ({}) };
const options = new pc.AppOptions();
options.graphicsDevice = new pc.NullGraphicsDevice(canvas);
// A file may hold cameras and lights, which the container makes entities of.
options.componentSystems = [
  pc.RenderComponentSystem, pc.AnimComponentSystem, pc.CameraComponentSystem, pc.LightComponentSystem,
];
options.resourceHandlers = [pc.ContainerHandler];
const app = new pc.AppBase(canvas);
app.init(options);
app.loader.addHandler("texture", { load: (url, done) => done(null, {}), open: () => null, patch() {} });
let updates = 0;

async function play(path, clip, times) {
  const file = { url: path, filename: path, contents: opened(path) };
  const asset = new pc.Asset("model", "container", file, null, { morphPreserveData: true });
  await new Promise((done, fail) => {
    asset.once("load", done).once("error", (error) => fail(new Error(error)));
    app.assets.add(asset);
    app.assets.load(asset);
  });
  const { data } = asset.resource;
  data.nodes.forEach((node, k) => node?.tags.add(`node ${k}`)); // clones keep their tags
  const entity = asset.resource.instantiateRenderEntity();
  app.root.addChild(entity);
  const parts = entity.findComponents("render").flatMap(({ entity: owner, meshInstances }) =>
    meshInstances.map((instance, primitive) =>
      ({ node: Number(owner.tags.list()[0].slice(5)), primitive, instance, positions: [], normals: [] })));
  const track = clip === null ? null : asset.resource.animations[clip].resource;
  const evaluator = new pc.AnimEvaluator(track ? binderOf(entity, track) : new pc.DefaultAnimBinder(entity));
  const playing = track && new pc.AnimClip(track, 0, 1, true, false);
  if (playing) evaluator.addClip(playing);
  for (const time of times) {
    if (playing) playing.time = Math.min(time, track.duration);
    evaluator.update(0);
    for (const part of parts) append(part);
  }
  app.root.removeChild(entity);
  return parts.map((part) => ({ ...part, normals: part.normals.length ? part.normals : null }));
}

/** The binder of the anim component: it finds morph weights, which DefaultAnimBinder by itself passes over. */
function binderOf(entity, track) {
  entity.addComponent("anim", { activate: false });
  entity.anim.assignAnimation("clip", track);
  return entity.anim.baseLayer._controller._animEvaluator._binder;
}

function append({ instance, positions, normals }) {
  const { mesh, skinInstance, node } = instance;
  const points = morphed(instance, pc.SEMANTIC_POSITION, "deltaPositions");
  const vectors = morphed(instance, pc.SEMANTIC_NORMAL, "deltaNormals");
  const [joints, weights] = [[], []];
  mesh.getVertexStream(pc.SEMANTIC_BLENDINDICES, joints);
  mesh.getVertexStream(pc.SEMANTIC_BLENDWEIGHT, weights);
  skinInstance?._updateMatrices(node, ++updates);
  const world = node.getWorldTransform();
  const model = new pc.Mat4();
  for (let i = 0; i < points.length / 3; i++) {
    model.copy(world);
    if (skinInstance) {
      const sum = new Float32Array(16);
      for (const c of [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3])
        skinInstance.matrices[joints[c]]?.data.forEach((value, k) => (sum[k] += weights[c] * value)); // the sum stays in w
      model.mul2(world, new pc.Mat4().set(sum));
    }
    const place = model.transformVec4(new pc.Vec4(...points.slice(3 * i, 3 * i + 3), 1));
    positions.push(place.x / place.w, place.y / place.w, place.z / place.w); // as the perspective division does
    if (!vectors.length) continue;
    const direction = new pc.Vec3(...vectors.slice(3 * i, 3 * i + 3));
    if (skinInstance) model.transformVector(direction, direction);
    else new pc.Mat3().invertMat4(world).transpose().transformVector(direction, direction);
    normals.push(...direction.normalize().toArray());
  }
}

/** Positions or normals of a mesh with its morph targets added. */
function morphed({ mesh, morphInstance }, semantic, deltas) {
  const values = [];
  mesh.getVertexStream(semantic, values);
  const { normalize, dataType } = mesh.vertexBuffer.format.elements.find((element) => element.name === semantic) ?? {};
  const whole = normalize ? { [pc.TYPE_INT8]: 127, [pc.TYPE_INT16]: 32767 }[dataType] : 1; // as a GPU reads integers
  values.forEach((value, i) => (values[i] = value / whole));
  morphInstance?.morph.targets.forEach((target, k) => {
    const weight = morphInstance.getWeight(k);
    target.options[deltas]?.forEach((value, i) => (values[i] += weight * value));
  });
  return values;
}

await run(`PlayCanvas ${version("playcanvas")}`, play);
