// An engine for: skinproof grade OUT --run "node template.mjs {file} {clip} {times} {out}.csv". Fill in play.
import { writeFileSync } from "node:fs";

/** [[x, y, z]] of every vertex that is drawn, in the world, +Y up: by node, primitive and place in the accessor.
 *  clip: the index of the animation, null for the pose that the nodes are stored in. */
function play(path, clip, time) {
  return [[0, 0, 0]];
}

const [path, clip, times, out] = process.argv.slice(2);
const lines = ["time,vertex,x,y,z"];
for (const time of times.split(",")) {
  const places = play(path, clip === "rest" ? null : Number(clip), Number(time));
  places.forEach((place, vertex) => lines.push([time, vertex, ...place].join(",")));
}
writeFileSync(out, lines.join("\n") + "\n");
