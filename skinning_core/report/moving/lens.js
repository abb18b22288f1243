// The lens beside a figure: one vertex seen from the same side, so near that its wishes part. To scale.

const SVG = "http://www.w3.org/2000/svg", LENS = 260, RIM = 92;
const LEAST = 0.05; // weights by which a joint has a say in how much is magnified; others may stand at the rim

const drawn = (tag, attributes, text) => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
};

/** A length in metres, in the unit in which it is between 1 and 1000. */
const length = (metres) => {
  if (metres === 0) return "0 m";
  for (const [unit, size] of [["km", 1000], ["m", 1], ["cm", 0.01], ["mm", 0.001], ["µm", 1e-6], ["nm", 1e-9]])
    if (metres >= size) return `${Number((metres / size).toPrecision(3))} ${unit}`;
  return `${metres.toExponential(1)} m`;
};

/** The largest of 1, 2, 5, 10, 20 ... that is not above a number. */
const rounded = (number) => {
  const power = 10 ** Math.floor(Math.log10(number));
  return power * [5, 2, 1].find((step) => step * power <= number * (1 + 1e-12));
};

class Lens {
  constructor() {
    this.picture = drawn("svg", { viewBox: `0 0 ${LENS} ${LENS}`, role: "img", class: "lens" });
    this.told = document.createElement("figcaption");
    this.element = document.createElement("figure");
    this.element.className = "lens";
    this.element.append(this.picture, this.told);
  }

  /** joints: {name, weight, wanted}; mean, other (null: none): places; right, up: (3,) unit, as the picture is seen.
   *  perMetre: pixels of the figure for a metre at the vertex; size: of the character, metres. */
  show({ joints, mean, other, right, up, perMetre, size, colors }) {
    const flat = (p) => [right, up].map((axis) => axis.reduce((sum, a, c) => sum + a * (p[c] - mean[c]), 0));
    const away = joints.map(({ wanted }) => Math.hypot(...wanted.map((x, c) => x - mean[c])));
    const counting = away.filter((_, i) => joints[i].weight >= LEAST);
    const far = Math.max(...(counting.length > 1 ? counting : away), 0), middle = LENS / 2;
    this.picture.replaceChildren(drawn("title", {}, "Where each joint wants the vertex, and their weighted mean"));
    if (far <= 1e-6 * size) { // float32 of the file
      this.element.dataset.magnified = "";
      this.picture.append(...this.ring(middle, middle));
      this.told.textContent = joints.length ? `Its joints want the vertex at the same place, to ${length(far)}.` : "It moves with its node.";
      return;
    }
    const scale = RIM / far, beyond = [];
    const at = (p, i) => {
      const [x, y] = flat(p).map((value) => value * scale), share = Math.min(1, 1.15 * RIM / Math.hypot(x, y));
      beyond[i] = share < 1;
      return [middle + share * x, middle - share * y];
    };
    joints.forEach(({ wanted, weight }, i) => {
      const [x, y] = at(wanted, i), width = 1 + 9 * weight;
      this.picture.append(drawn("line", { x1: middle, y1: middle, x2: x, y2: y, stroke: colors[i], "stroke-width": width, "stroke-opacity": 0.45, style: `stroke: ${colors[i]}` }));
    });
    joints.forEach(({ name, wanted, weight }, i) => {
      const [x, y] = at(wanted, i), ball = drawn("circle", { cx: x, cy: y, r: 7, fill: beyond[i] ? "none" : colors[i], stroke: colors[i], "stroke-width": 2 });
      ball.append(drawn("title", {}, `${name}: weight ${weight}`));
      const down = y > middle ? 20 : -11;
      this.picture.append(ball, drawn("text", { x: Math.min(Math.max(x, 20), LENS - 20), y: y + down, "text-anchor": "middle" }, Number(weight.toPrecision(3))));
    });
    this.picture.append(...this.ring(middle, middle));
    if (other) this.picture.append(...this.other(flat(other).map((x) => x * scale)));
    const bar = rounded(60 / scale);
    this.picture.append(
      drawn("line", { x1: 12, x2: 12 + bar * scale, y1: LENS - 10, y2: LENS - 10, class: "bar" }),
      drawn("text", { x: 12, y: LENS - 16 }, length(bar)),
    );
    const magnified = scale / perMetre;
    this.element.dataset.magnified = magnified;
    this.told.textContent = `${Number(magnified.toPrecision(2)).toLocaleString("en")} times as large as in the figure. Thicker lines weigh more.${beyond.some(Boolean) ? " What is hollow lies farther out." : ""}`;
  }

  ring(x, y) { return [drawn("circle", { cx: x, cy: y, r: 6, class: "mean" })]; }

  // Where a form or a mistake puts it: a cross, or at the rim an arrow that says how far off it is.
  other([x, y]) {
    const middle = LENS / 2, off = Math.hypot(x, y), most = middle - 24;
    const share = off > most ? most / off : 1, [cx, cy] = [middle + share * x, middle - share * y];
    const cross = drawn("path", { d: `M${cx - 6} ${cy - 6} L${cx + 6} ${cy + 6} M${cx - 6} ${cy + 6} L${cx + 6} ${cy - 6}`, class: "other" });
    if (share === 1) return [cross];
    return [drawn("line", { x1: middle, y1: middle, x2: cx, y2: cy, class: "other" }), drawn("circle", { cx, cy, r: 4, class: "other" })];
  }
}
