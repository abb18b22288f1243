// Flamenco 3: a job type. Put it into the manager's scripts/ folder. See docs/farm.md.
// A list of all models, then one task per shard, then the summary: it is red where a model has no row.
const JOB_TYPE = {
  label: "Skinproof",
  settings: [
    { key: "models", type: "string", subtype: "dir_path", required: true },
    { key: "results", type: "string", subtype: "dir_path", required: true },
    { key: "shards", type: "int32", default: 16 },
  ],
};

function compileJob(job) {
  const { models, results, shards } = job.settings;
  const list = `${results}/list.jsonl`;
  const skinproof = (name, words) => {
    const task = author.Task(name, "misc");
    task.addCommand(author.Command("exec", { exe: "skinproof", args: words }));
    return task;
  };
  const plan = skinproof("plan", ["plan", models, "--out", list]);
  job.addTask(plan);
  const rows = [];
  const parts = [];
  for (let shard = 1; shard <= shards; shard++) {
    const file = `${results}/${shard}-of-${shards}.jsonl`;
    const words = ["folder", models, "--plan", list, "--shard", `${shard}/${shards}`, "--against", "blender"];
    const part = skinproof(`shard ${shard}`, [...words, "--jsonl", file, "--resume", "--collect"]);
    part.addDependency(plan);
    job.addTask(part);
    parts.push(part);
    rows.push(file);
  }
  const summary = skinproof("summary", ["summary", ...rows, "--expect", list, "--html", `${results}/summary.html`]);
  parts.forEach((part) => summary.addDependency(part));
  job.addTask(summary);
}
