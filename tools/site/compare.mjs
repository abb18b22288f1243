// Results of an engine against the port: how far they are apart, and which mistake they look like.

/** Positions (T, V, 3) of the parts, one list of numbers each, of pasted JSON. Raises Trouble. */
function results(text, counts) {
  let read;
  try { read = JSON.parse(text); } catch (error) { throw new Trouble(`This is not JSON: ${error.message}`); }
  const { times, positions } = read ?? {};
  if (!Array.isArray(times) || !times.length || !times.every(Number.isFinite)) throw new Trouble('There are no "times": write a list of seconds.');
  if (!Array.isArray(positions)) throw new Trouble('There are no "positions": write [T][V][3], as lists of numbers.');
  const total = counts.reduce((a, b) => a + b, 0), byPart = Array.isArray(positions[0]?.[0]?.[0]);
  if (byPart && positions.length !== counts.length) throw new Trouble(`"positions" are of ${positions.length} parts, the file has ${counts.length}.`);
  const frames = times.map((_, t) => (byPart ? positions.flatMap((part) => part[t] ?? []) : positions[t] ?? []));
  const short = frames.findIndex((frame) => frame.length !== total);
  if (short >= 0) throw new Trouble(`At time ${times[short]} there are ${frames[short].length} vertices, the file has ${total}: write every vertex, in the file's order.`);
  const flat = frames.map((frame) => Float64Array.from(frame.flat(), (x) => (x === null ? NaN : Number(x))));
  if (flat.some((frame) => frame.length !== 3 * total)) throw new Trouble("A vertex has not three numbers.");
  return { times, flat };
}

const joined = (lists) => { const all = []; for (const list of lists) for (const x of list) all.push(x); return Float64Array.from(all); };

/** The largest distance, where it is, and how many vertices have no place; sizes: of the right result, per time. */
function apart(theirs, right, sizes) {
  const worst = { relative: 0, metres: 0, t: 0, v: 0, lost: 0 };
  right.forEach((places, t) => {
    for (let v = 0; v < places.length / 3; v++) {
      const away = Math.hypot(...[0, 1, 2].map((c) => theirs[t][3 * v + c] - places[3 * v + c]));
      if (!Number.isFinite(away)) worst.lost += 1;
      else if (away / sizes[t] > worst.relative) Object.assign(worst, { relative: away / sizes[t], metres: away, t, v });
    }
  });
  return worst;
}

/** Every mistake that is tried: its words, and the places it makes, (T) lists of all parts. */
function attempts(file, clip, made, times) {
  const all = (of) => times.map((_, t) => joined(made.head.parts.map((_, k) => of(made, k, t))));
  const changed = (change) => () => {
    const arrays = { ...made.arrays };
    made.head.parts.forEach(({ skin }, k) => { if (skin >= 0) change(arrays, k); });
    const other = new Character(made.head, arrays);
    return times.map((_, t) => joined(made.head.parts.map((_, k) => other.places(k, t, "linear", ""))));
  };
  const still = (pose, when) => () => {
    const other = character(file, "", pose, when);
    return times.map((_, t) => joined(made.head.parts.map((_, k) => other.places(k, when.length > 1 ? t : 0, "linear", ""))));
  };
  const firstFour = (arrays, k) => {
    const weights = arrays[`weights${k}`], width = weights.shape[1];
    arrays[`weights${k}`] = Object.assign(weights.map((w, i) => (i % width < 4 ? w : 0)), { shape: weights.shape });
  };
  const raw = () => times.map((_, t) => joined(made.head.parts.map((part, k) => {
    const places = made.places(k, t, "linear", "");
    if (part.skin >= 0) for (let v = 0; v < places.length / 3; v++) {
      const sum = made.influences(k, v).reduce((a, { stored }) => a + stored, 0);
      for (let c = 0; c < 3; c++) places[3 * v + c] *= sum;
    }
    return places;
  })));
  const onNode = () => times.map((_, t) => joined(made.head.parts.map((part, k) => {
    const places = made.places(k, t, "linear", "");
    if (part.skin >= 0) for (let v = 0; v < places.length / 3; v++) places.set(point(made.world(t, part.node), places.subarray(3 * v, 3 * v + 3)), 3 * v);
    return places;
  })));
  const tried = [
    ["only the strongest influence is used (rigid skinning)", () => all((one, k, t) => one.places(k, t, "rigid", ""))],
    ["the clip does not play: this is the rest pose", still(null, [0])],
    ["weights are not divided by their sum", raw],
    ["only the first four influences are used", changed(firstFour)],
    ["the transform of the mesh's own node is applied as well", onNode],
  ];
  for (const [code, words] of Object.entries(mistakesOf(made))) if (code) tried.push([words, () => all((one, k, t) => one.places(k, t, "linear", code))]);
  if (clip !== null) for (const rate of [24, 30, 60]) for (const sign of [-1, 1])
    tried.push([`the clock is a frame of ${rate} per second ${sign < 0 ? "late" : "early"}`, still(clip, times.map((t) => t + sign / rate))]);
  return tried;
}

/** What pasted results are: figures, and the mistake that explains most, if taking it away leaves less than half. */
function compared(file, clip, name, text) {
  const first = character(file, name, clip, [0]);
  const counts = first.head.parts.map((_, k) => first.arrays[`position${k}`].shape[0]);
  const { times, flat } = results(text, counts), made = character(file, name, clip, times);
  const each = times.map((_, t) => made.head.parts.map((_, k) => made.places(k, t, "linear", "")));
  const sizes = each.map((places) => diagonal(places) || 1), right = each.map(joined), worst = apart(flat, right, sizes);
  let part = 0, vertex = worst.v;
  while (vertex >= counts[part] && part < counts.length - 1) vertex -= counts[part++];
  const told = { ...worst, part, vertex, time: times[worst.t], mistake: null, left: null };
  if (worst.relative > 1e-6 && !worst.lost) {
    const best = attempts(file, clip, made, times).map(([words, places]) => ({ words, left: apart(flat, places(), sizes) }))
      .filter(({ left }) => !left.lost).reduce((a, b) => (b.left.relative < a.left.relative ? b : a));
    if (best.left.relative < worst.relative / 2) Object.assign(told, { mistake: best.words, left: best.left.relative });
  }
  return told;
}

const percent = (share) => `${Number((100 * share).toPrecision(2))} %`;

function verdict(told, made, total) {
  const where = `at ${told.time} s: vertex ${told.vertex} of ${made.head.parts[told.part].name}`;
  if (told.lost) return `Not judged: ${told.lost} places are no numbers.`;
  if (told.relative <= 1e-6) return `At most ${percent(told.relative)} of the size apart, as far as single precision rounds, over ${total} vertices.`;
  const far = `${length(told.metres)} off, ${percent(told.relative)} of the size, ${where}.`;
  return told.mistake ? `${far} Likely: ${told.mistake}. With that mistake made here, ${percent(told.left)} remain.` : `${far} None of the mistakes tried here explains it: skinproof verify tries them all.`;
}
