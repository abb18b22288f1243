// Packed data of a dropped file: unpacked into buffers of their own, after which the file is read like any other.

const BY_MESHOPT = ["EXT_meshopt_compression", "KHR_meshopt_compression"], BY_DRACO = "KHR_draco_mesh_compression";

/** The file's JSON for the port. A buffer without a place, which packed views stand for, gets an empty one. */
function withPlaces(data) {
  if (new DataView(data).getUint32(0, true) === 0x46546c67) return data; // a .glb has its own
  const file = JSON.parse(new TextDecoder().decode(data));
  for (const buffer of file.buffers ?? []) buffer.uri ??= "data:,";
  return new TextEncoder().encode(JSON.stringify(file)).buffer;
}

/** The extension by which meshopt packs a view; undefined where it is plain. */
const packing = ({ extensions }) => BY_MESHOPT.find((one) => extensions?.[one]);

/** Undo the packing of a file in place. Raises Trouble. */
async function unpack(file, name) {
  const packed = (extension) => new Trouble(`${name} holds data of ${extension} that cannot be unpacked: export it again, or without compression.`);
  for (const view of file.bufferViews ?? []) {
    const extension = packing(view);
    if (!extension) continue;
    const { buffer, byteOffset = 0, byteLength, byteStride, count, mode, filter } = view.extensions[extension];
    try {
      await MeshoptDecoder.ready;
      const target = new Uint8Array(count * byteStride);
      MeshoptDecoder.decodeGltfBuffer(target, count, byteStride, bytesOf(file, buffer, byteOffset, byteLength), mode, filter);
      Object.assign(view, { byteOffset: 0, byteStride, buffer: file.bytes.push(new DataView(target.buffer)) - 1 });
    } catch { throw packed(extension); }
  }
  for (const { primitives } of file.meshes ?? []) for (const primitive of primitives) {
    if (!primitive.extensions?.[BY_DRACO]) continue;
    const draco = await dracoDecoder(name);
    try { unpackDraco(file, primitive, draco); } catch { throw packed(BY_DRACO); }
  }
}

function bytesOf(file, buffer, start, length) {
  const { buffer: data, byteOffset } = file.bytes[buffer];
  return new Uint8Array(data, byteOffset + start, length);
}

let dracoModule;

/** Draco's decoder, started at the first file that needs it. Raises Trouble where the page was built without it. */
async function dracoDecoder(name) {
  if (typeof DRACO === "undefined") throw new Trouble(`${name} is packed by ${BY_DRACO}, and this page was built without its decoder: export it without (in Blender: Data, Compression), or use skinproof verify.`);
  dracoModule ??= DracoDecoderModule({ wasmBinary: Uint8Array.from(atob(DRACO), (c) => c.charCodeAt(0)) });
  return dracoModule;
}

/** One primitive's attributes and indices, from its stream into accessors of their own. */
function unpackDraco(file, primitive, draco) {
  const { bufferView, attributes } = primitive.extensions[BY_DRACO], { buffer, byteOffset = 0, byteLength } = file.bufferViews[bufferView];
  const data = bytesOf(file, buffer, byteOffset, byteLength), decoder = new draco.Decoder(), stream = new draco.DecoderBuffer(), mesh = new draco.Mesh();
  const TYPES = { 5120: draco.DT_INT8, 5121: draco.DT_UINT8, 5122: draco.DT_INT16, 5123: draco.DT_UINT16, 5125: draco.DT_UINT32, 5126: draco.DT_FLOAT32 };
  const stored = (length, fill, fields) => {
    const place = draco._malloc(length);
    fill(length, place);
    const bytes = draco.HEAPU8.slice(place, place + length);
    draco._free(place);
    file.bufferViews.push({ buffer: file.bytes.push(new DataView(bytes.buffer)) - 1, byteLength: length });
    return file.accessors.push({ ...fields, byteOffset: 0, bufferView: file.bufferViews.length - 1 }) - 1;
  };
  try {
    stream.Init(new Int8Array(data.buffer, data.byteOffset, data.length), data.length);
    if (!decoder.DecodeBufferToMesh(stream, mesh).ok()) throw new Error("no mesh");
    const count = mesh.num_points();
    for (const [name, id] of Object.entries(attributes)) {
      const told = file.accessors[primitive.attributes[name]], attribute = decoder.GetAttributeByUniqueId(mesh, id);
      const size = count * attribute.num_components() * NUMBER[told.componentType][1];
      const fill = (length, place) => decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, TYPES[told.componentType], length, place);
      primitive.attributes[name] = stored(size, fill, { ...told, count });
    }
    const faces = mesh.num_faces(), fill = (length, place) => decoder.GetTrianglesUInt32Array(mesh, length, place);
    primitive.indices = stored(faces * 12, fill, { componentType: 5125, count: faces * 3, type: "SCALAR" });
    primitive.mode = 4;
  } finally { for (const one of [mesh, stream, decoder]) draco.destroy(one); }
}
