// What the page does: opens what is dropped, shows a clip of it, compares what is pasted.

const now = { file: null, name: "", clip: null, made: null, figure: null, turn: 0 };

/** Runs what may go wrong; what did is told in one sentence. */
async function trying(place, action) {
  place.textContent = "";
  try { await action(); } catch (error) {
    place.textContent = error instanceof Trouble ? error.message : `This file cannot be skinned here (${error.message}): skinproof check says what is wrong.`;
  }
}

async function opened(data, name, beside = {}) {
  const turn = ++now.turn, file = await readFile(data, name, beside);
  if (turn !== now.turn) return; // another file was dropped while this one was unpacked
  remembered.clear();
  const clips = file.animations ?? [], clip = clips.length ? 0 : null;
  const made = character(file, name, clip, frameTimes(file, clip)), told = findings(file, made);
  Object.assign(now, { file, name });
  at("clip").replaceChildren(new Option("rest", ""), ...clips.map((one, k) => new Option(one.name || `clip ${k}`, k)));
  at("clip").value = clip ?? "";
  at("found").replaceChildren(element("h2", name), element("ul", told.map((line) => element("li", line))));
  at("verdict").textContent = "";
  play(clip, made);
}

function play(clip, made) {
  now.figure?.close();
  const home = element("div", "", { className: "moving" });
  at("stage").replaceChildren(home);
  Object.assign(now, { clip, made, figure: new Figure(made, home) });
  now.figure.frame?.(false);
}

const example = (name) => Uint8Array.from(atob(at(`example-${name}`).textContent), (c) => c.charCodeAt(0)).buffer;
const dropped = (files) => trying(at("trouble"), async () => {
  const main = files.find(({ name }) => /\.(glb|gltf|vrm)$/i.test(name)) ?? files[0], beside = {};
  for (const file of files) if (file !== main) beside[file.name] = await file.arrayBuffer();
  await opened(await main.arrayBuffer(), main.name, beside);
});

function compareNow(text) {
  return trying(at("verdict"), () => {
    const told = compared(now.file, now.clip, now.name, text);
    at("verdict").textContent = verdict(told, now.made, now.made.head.parts.reduce((sum, _, k) => sum + now.made.arrays[`position${k}`].shape[0], 0));
    if (told.relative > 1e-6) now.figure.show({ part: told.part, vertex: told.vertex, stage: MEAN });
  });
}

at("file").onchange = ({ target }) => target.files[0] && dropped([...target.files]);
at("json").onchange = async ({ target }) => { at("pasted").value = await target.files[0].text(); compareNow(at("pasted").value); };
at("compare").onclick = () => compareNow(at("pasted").value);
at("clip").onchange = ({ target }) => trying(at("trouble"), () => {
  const clip = target.value === "" ? null : Number(target.value);
  play(clip, character(now.file, now.name, clip, frameTimes(now.file, clip)));
});
for (const button of document.querySelectorAll("[data-example]"))
  button.onclick = () => trying(at("trouble"), () => opened(example(button.dataset.example), `${button.dataset.example}.glb`));
document.ondragover = (event) => { event.preventDefault(); document.body.classList.add("over"); };
document.ondragleave = () => document.body.classList.remove("over");
document.ondrop = (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer.files[0]) dropped([...event.dataTransfer.files]);
};
trying(at("trouble"), () => opened(example("strip"), "strip.glb"));
window.drop = { now, opened: (...what) => trying(at("trouble"), () => opened(...what)), character: (clip, times) => character(now.file, now.name, clip, times), compareNow, compared };
