// Prints three.js with its glTF loader and orbit controls as one module without comments and spaces; run in the folder with node_modules.
// The committed copy is made again by: cd .nox/node && node ../../tools/node/bundle_three.mjs > ../../skinning_core/report/three/three.js
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(process.cwd() + "/");
const { version } = JSON.parse(readFileSync("node_modules/three/package.json", "utf8"));
const bundle = require("esbuild").buildSync({
  stdin: {
    contents: `export * from "three";
      export { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
      export { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
      export { OrbitControls } from "three/addons/controls/OrbitControls.js";`,
    resolveDir: process.cwd(),
  },
  bundle: true,
  minifyWhitespace: true, // names stay: Blender's platform takes no code that cannot be read
  minifySyntax: true,
  format: "esm",
  legalComments: "none",
  banner: { js: `/* three.js ${version}, Copyright three.js authors, MIT licence: LICENSE beside this file */` },
  write: false,
});
process.stdout.write(bundle.outputFiles[0].contents);
