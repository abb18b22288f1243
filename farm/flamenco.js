// Flamenco 3: a job type. Put it into the manager's scripts/ folder.
const JOB_TYPE = { label: "Skinproof", settings: [
  { key: "models", type: "string", subtype: "dir_path", required: true },
  { key: "results", type: "string", subtype: "dir_path", required: true },
  { key: "shards", type: "int32", default: 16 } ] };
function compileJob(job) {
  for (let shard = 1; shard <= job.settings.shards; shard++) {
    const task = author.Task(`shard ${shard}`, "misc"), {models, results, shards} = job.settings;
    const run = `skinproof verify "$1" --shard ${shard}/${shards} --jsonl "$2/${shard}.jsonl" --resume; [ $? -le 3 ] && [ -f "$2/${shard}.jsonl" ]`;
    task.addCommand(author.Command("exec", { exe: "bash", args: ["-c", run, "skinproof", models, results] }));
    job.addTask(task);
  }
}
