// An engine for: skinproof grade OUT --run "./template {file} {clip} {times} {out}.csv". Fill in play.
// rustc -O template.rs
use std::io::Write;

/// Every vertex that is drawn, in the world, +Y up: by node, primitive and place in the accessor.
/// clip: the index of the animation, None for the pose that the nodes are stored in.
fn play(_path: &str, _clip: Option<usize>, _time: f64) -> Vec<[f64; 3]> {
    vec![[0.0, 0.0, 0.0]]
}

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().collect();
    let mut file = std::io::BufWriter::new(std::fs::File::create(&words[4])?);
    writeln!(file, "time,vertex,x,y,z")?;
    for time in words[3].split(',') {
        let places = play(&words[1], words[2].parse().ok(), time.parse().unwrap());
        for (vertex, [x, y, z]) in places.iter().enumerate() {
            writeln!(file, "{time},{vertex},{x},{y},{z}")?;
        }
    }
    file.flush()
}
