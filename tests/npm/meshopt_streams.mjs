// Encodes and decodes streams by the npm package meshoptimizer.
//
//   node meshopt_streams.mjs FOLDER
//
// FOLDER/jobs.json: a list of {begin, length, count, stride, mode, version, level, filter, bits}; begin and length say
// where in FOLDER/input.bin the values are: float32 for a filter with bits, else the bytes of the elements. With raw,
// they are a stream already. Writes FOLDER/output.bin and FOLDER/results.json: where in it each stream and each
// decoded view is (decoded: null where the package refuses the stream).
import fs from 'node:fs';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';

await MeshoptEncoder.ready;
await MeshoptDecoder.ready;
const folder = process.argv[2];
const input = fs.readFileSync(`${folder}/input.bin`);
const parts = [];
let end = 0;

function append(bytes) {
	parts.push(Buffer.from(bytes));
	end += bytes.length;
	return [end - bytes.length, end];
}

const filters = {
	OCTAHEDRAL: MeshoptEncoder.encodeFilterOct,
	QUATERNION: MeshoptEncoder.encodeFilterQuat,
	EXPONENTIAL: MeshoptEncoder.encodeFilterExp,
	COLOR: MeshoptEncoder.encodeFilterColor,
};

function encoded(job, bytes) {
	if (job.raw) return bytes;
	if (job.bits) {
		const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
		bytes = filters[job.filter](values, job.count, job.stride, job.bits);
	}
	if (job.mode === 'TRIANGLES') return MeshoptEncoder.encodeIndexBuffer(bytes, job.count, job.stride);
	if (job.mode === 'INDICES') return MeshoptEncoder.encodeIndexSequence(bytes, job.count, job.stride);
	return MeshoptEncoder.encodeVertexBufferLevel(bytes, job.count, job.stride, job.level, job.version);
}

function decoded(job, stream) {
	const out = new Uint8Array(job.count * job.stride);
	try {
		MeshoptDecoder.decodeGltfBuffer(out, job.count, job.stride, stream, job.mode, job.filter);
	} catch {
		return null;
	}
	return append(out);
}

const results = JSON.parse(fs.readFileSync(`${folder}/jobs.json`)).map((job) => {
	const stream = encoded(job, new Uint8Array(input.subarray(job.begin, job.begin + job.length)));
	return { stream: append(stream), decoded: decoded(job, stream) };
});
fs.writeFileSync(`${folder}/output.bin`, Buffer.concat(parts));
fs.writeFileSync(`${folder}/results.json`, JSON.stringify(results));
