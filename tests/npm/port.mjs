// Plays cases by the guide's port: node port.mjs PORT LIST, with LIST a JSON of [model, clip, times, out] rows.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const { opened, skin } = await import(process.argv[2]);
const buffer = (path) => { const bytes = readFileSync(path); return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length); };
for (const [model, clip, times, out] of JSON.parse(readFileSync(process.argv[3]))) {
  const file = opened(buffer(model), (name) => buffer(join(dirname(model), name)));
  const parts = times.flatMap((time) => skin(file, clip, time).flatMap(({ positions }) => positions.flat()));
  writeFileSync(out, Buffer.from(Float64Array.from(parts).buffer));
}
