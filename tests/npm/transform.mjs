// Rewrites models by glTF-Transform, one after the other: node transform.mjs IN OUT STEP... [-- IN OUT STEP...]...
//
// Steps that keep the order of vertices: quantize, quantize-shape (without joints and weights), quantize-8 (positions in
// 8 bits), quantize-weights (alone), resample, resample-coarse, sparse, meshopt, meshopt-filters, draco-sequential,
// draco-16, quantize-16, decoded (no compression left). Others: draco-edgebreaker, dedup, prune, weld, unweld, reorder,
// normals (made anew, unwelded), simplify (to a half), join, join-named (only meshes without names), flatten, instance, palette (materials in one).
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS, EXTMeshoptCompression } from '@gltf-transform/extensions';
import {
	dedup, draco, flatten, instance, join, normals, palette, prune, quantize, reorder, resample, simplify, sparse,
	unpartition, unweld, weld,
} from '@gltf-transform/functions';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder, MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer';

await MeshoptDecoder.ready;
await MeshoptEncoder.ready;
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
	'meshopt.decoder': MeshoptDecoder,
	'meshopt.encoder': MeshoptEncoder,
	'draco3d.decoder': await draco3d.createDecoderModule(),
	'draco3d.encoder': await draco3d.createEncoderModule(),
});

function meshopt(method) {
	return (document) => {
		for (const primitive of document.getRoot().listMeshes().flatMap((mesh) => mesh.listPrimitives())) {
			const indices = primitive.getIndices(); // the extension knows indices of two and four bytes only
			if (indices?.getArray() instanceof Uint8Array) indices.setArray(Uint16Array.from(indices.getArray()));
		}
		document.createExtension(EXTMeshoptCompression).setRequired(true).setEncoderOptions({ method });
	};
}

function decoded(document) {
	for (const extension of document.getRoot().listExtensionsUsed()) {
		if (/meshopt|draco/.test(extension.extensionName)) extension.dispose();
	}
}

const steps = {
	quantize: quantize(),
	'quantize-shape': quantize({ pattern: /^(POSITION|NORMAL|TEXCOORD)/ }),
	'quantize-8': quantize({ quantizePosition: 8 }),
	'quantize-weights': quantize({ pattern: /^(JOINTS|WEIGHTS)/ }),
	resample: resample(),
	'resample-coarse': resample({ tolerance: 1e-2 }),
	dedup: dedup(),
	prune: prune(),
	weld: weld(),
	simplify: simplify({ simplifier: MeshoptSimplifier, ratio: 0.5, error: 0.01 }),
	sparse: sparse({ ratio: 1 }),
	meshopt: meshopt(EXTMeshoptCompression.EncoderMethod.QUANTIZE),
	'meshopt-filters': meshopt(EXTMeshoptCompression.EncoderMethod.FILTER),
	'draco-sequential': draco({ method: 'sequential' }),
	'draco-edgebreaker': draco({ method: 'edgebreaker' }),
	'draco-16': draco({ method: 'sequential', quantizePosition: 16, quantizeNormal: 16, quantizeGeneric: 16 }),
	'quantize-16': quantize({ quantizePosition: 16, quantizeWeight: 16, quantizeNormal: 16 }),
	unweld: unweld(),
	reorder: reorder({ encoder: MeshoptEncoder }),
	normals: normals({ overwrite: true }),
	join: join(),
	'join-named': join({ keepNamed: true }),
	flatten: flatten(),
	instance: instance({ min: 2 }),
	palette: palette({ min: 1 }),
	decoded,
};
const jobs = [[]];
for (const word of process.argv.slice(2)) {
	if (word === '--') jobs.push([]);
	else jobs.at(-1).push(word);
}
for (const [source, target, ...names] of jobs) {
	const document = await io.read(source);
	for (const name of names) await document.transform(steps[name]);
	await document.transform(unpartition()); // a .glb has one buffer
	await io.write(target, document);
}
