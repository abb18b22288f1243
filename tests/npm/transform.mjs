// Rewrites a model by glTF-Transform, vertices in their order: node transform.mjs IN OUT STEP...
//
// Steps: quantize, quantize-shape (without joints and weights), sparse, meshopt, meshopt-filters, draco-sequential, draco-edgebreaker (which reorders vertices),
// decoded (no compression left).
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS, EXTMeshoptCompression } from '@gltf-transform/extensions';
import { draco, quantize, sparse, unpartition } from '@gltf-transform/functions';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';

await MeshoptDecoder.ready;
await MeshoptEncoder.ready;
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
	'meshopt.decoder': MeshoptDecoder,
	'meshopt.encoder': MeshoptEncoder,
	'draco3d.decoder': await draco3d.createDecoderModule(),
	'draco3d.encoder': await draco3d.createEncoderModule(),
});

function meshopt(method) {
	return (document) => document.createExtension(EXTMeshoptCompression).setRequired(true).setEncoderOptions({ method });
}

function decoded(document) {
	for (const extension of document.getRoot().listExtensionsUsed()) {
		if (/meshopt|draco/.test(extension.extensionName)) extension.dispose();
	}
}

const steps = {
	quantize: quantize(),
	'quantize-shape': quantize({ pattern: /^(POSITION|NORMAL|TEXCOORD)/ }),
	sparse: sparse({ ratio: 1 }),
	meshopt: meshopt(EXTMeshoptCompression.EncoderMethod.QUANTIZE),
	'meshopt-filters': meshopt(EXTMeshoptCompression.EncoderMethod.FILTER),
	'draco-sequential': draco({ method: 'sequential' }),
	'draco-edgebreaker': draco({ method: 'edgebreaker' }),
	decoded,
};
const [source, target, ...names] = process.argv.slice(2);
const document = await io.read(source);
for (const name of names) await document.transform(steps[name]);
await document.transform(unpartition()); // a .glb has one buffer
await io.write(target, document);
