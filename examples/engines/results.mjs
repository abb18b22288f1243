// What every runner of Node shares: which cases to play, and how an engine's results are written.
//   node RUNNER.mjs CORPUS OUT                  every case of a corpus, for `skinproof grade OUT`
//   node RUNNER.mjs MODEL OUT.json CLIP T1,T2   one clip (its index, or rest) of one model, for `compare MODEL OUT.json`
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** play(path, clip, times): a list of {node, primitive, positions, normals}, coordinates of all vertices at all times. */
export async function run(engine, play) {
  const [source, target, clip, times] = process.argv.slice(2);
  if (times !== undefined) {
    await store(engine, play, source, clip === "rest" ? null : Number(clip), times.split(",").map(Number), target);
    process.exit();
  }
  mkdirSync(target, { recursive: true });
  for (const row of JSON.parse(readFileSync(join(source, "manifest.json"))).cases) {
    const out = join(target, `${row.id}.json`);
    try {
      await store(engine, play, join(source, row.file), row.clip, row.times, out);
    } catch (error) {
      const told = String(error.message ?? error).slice(0, 200);
      writeFileSync(out, JSON.stringify({ engine, error: told }));
      console.error(`${row.id}: ${told}`);
    }
  }
  process.exit(); // some engines wait for frames that never come
}

async function store(engine, play, model, clip, times, target) {
  const parts = await play(resolve(model), clip, times);
  parts.sort((a, b) => a.node - b.node || a.primitive - b.primitive);
  const bin = basename(target).replace(/\.json$/, ".bin");
  const pieces = [];
  let offset = 0;
  const inBin = (values) => {
    const piece = Float32Array.from(values); // little-endian on every machine that runs Node
    const place = { bin, shape: [times.length, piece.length / 3 / times.length, 3], offset };
    pieces.push(Buffer.from(piece.buffer));
    offset += piece.byteLength;
    return place;
  };
  const positions = parts.map((part) => inBin(part.positions));
  const document = { engine, times, positions };
  if (parts.some((part) => part.normals)) // a part without has zeros, which say that there is none
    document.normals = parts.map((part) => inBin(part.normals ?? new Float32Array(part.positions.length)));
  writeFileSync(join(dirname(target), bin), Buffer.concat(pieces));
  writeFileSync(target, JSON.stringify(document));
}

/** The bytes of a file as the ArrayBuffer that loaders take; a .gltf with its buffers inside, for Node fetches no files. */
export function opened(path) {
  let bytes = readFileSync(path);
  if (path.endsWith(".gltf")) {
    const document = JSON.parse(bytes);
    for (const buffer of document.buffers ?? [])
      if (!buffer.uri.startsWith("data:")) buffer.uri = inside(join(dirname(path), decodeURIComponent(buffer.uri)));
    bytes = new TextEncoder().encode(JSON.stringify(document));
  }
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

function inside(path) {
  return `data:application/octet-stream;base64,${readFileSync(path).toString("base64")}`;
}

/** The version of an installed package. */
export function version(name) {
  return JSON.parse(readFileSync(join("node_modules", name, "package.json"))).version;
}
