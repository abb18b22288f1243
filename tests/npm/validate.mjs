// What the Khronos glTF validator says about the files named, line by line, in a text file: a line of JSON each, an array
// of [code, severity, pointer]. Where the validator fails, its code is UNDECODABLE.
import fs from "node:fs";
import path from "node:path";
import validator from "gltf-validator";

for (const file of fs.readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean)) {
  const externalResourceFunction = async (uri) =>
    new Uint8Array(fs.readFileSync(path.resolve(path.dirname(file), decodeURIComponent(uri))));
  let said;
  try {
    const options = { uri: file, maxIssues: 0, externalResourceFunction };
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), options);
    said = report.issues.messages.map(({ code, severity, pointer }) => [code, severity, pointer || ""]);
  } catch (failure) {
    said = [["UNDECODABLE", 0, String(failure)]];
  }
  console.log(JSON.stringify(said));
}
