// Writes a .glb once more with every compressed buffer view decoded by the npm package meshoptimizer; JSON is otherwise kept.
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import fs from 'node:fs';

await MeshoptDecoder.ready;
const names = ['KHR_meshopt_compression', 'EXT_meshopt_compression'];

function unpack(file) {
	const data = fs.readFileSync(file);
	const size = data.readUInt32LE(12);
	const json = JSON.parse(data.subarray(20, 20 + size));
	const binary = 28 + size < data.length ? data.subarray(28 + size) : Buffer.alloc(0);
	const parts = [];
	let offset = 0;
	for (const view of json.bufferViews ?? []) {
		const name = names.find((n) => view.extensions?.[n]);
		let bytes = binary.subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength);
		if (name) {
			const e = view.extensions[name];
			const source = new Uint8Array(binary.subarray(e.byteOffset ?? 0, (e.byteOffset ?? 0) + e.byteLength));
			bytes = new Uint8Array(e.count * e.byteStride);
			MeshoptDecoder.decodeGltfBuffer(bytes, e.count, e.byteStride, source, e.mode, e.filter ?? 'NONE');
			delete view.extensions;
		}
		view.buffer = 0;
		view.byteOffset = offset;
		parts.push(bytes, Buffer.alloc(-bytes.length & 3));
		offset += bytes.length + (-bytes.length & 3);
	}
	json.buffers = [{ byteLength: offset }];
	for (const key of ['extensionsUsed', 'extensionsRequired']) json[key] = (json[key] ?? []).filter((n) => !names.includes(n));
	return [json, Buffer.concat(parts)];
}

function glb(json, binary) {
	let text = Buffer.from(JSON.stringify(json));
	text = Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')]);
	const head = Buffer.alloc(20);
	head.write('glTF', 0);
	head.writeUInt32LE(2, 4);
	head.writeUInt32LE(28 + text.length + binary.length, 8);
	head.writeUInt32LE(text.length, 12);
	head.write('JSON', 16);
	const chunk = Buffer.alloc(8);
	chunk.writeUInt32LE(binary.length, 0);
	chunk.write('BIN\0', 4);
	return Buffer.concat([head, text, chunk, binary]);
}

const files = process.argv.slice(2);
for (let i = 0; i < files.length; i += 2) fs.writeFileSync(files[i + 1], glb(...unpack(files[i])));
