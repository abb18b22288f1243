// An engine for: skinproof grade OUT --run "./template {file} {clip} {times} {out}.csv". Fill in play.
// g++ -std=c++17 -O2 template.cpp -o template
#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using Place = std::array<double, 3>;

// Every vertex that is drawn, in the world, +Y up: by node, primitive and place in the accessor.
// clip: the index of the animation, -1 for the pose that the nodes are stored in.
std::vector<Place> play(const std::string& path, int clip, double time) {
    (void)path, (void)clip, (void)time;
    return {{0.0, 0.0, 0.0}};
}

int main(int, char** words) {
    const std::string path = words[1], clip = words[2], out = words[4];
    std::stringstream times(words[3]);
    std::ofstream file(out);
    file.precision(9);
    file << "time,vertex,x,y,z\n";
    for (std::string time; std::getline(times, time, ',');) {
        int vertex = 0;
        for (const auto& [x, y, z] : play(path, clip == "rest" ? -1 : std::stoi(clip), std::stod(time)))
            file << time << ',' << vertex++ << ',' << x << ',' << y << ',' << z << '\n';
    }
    return file.flush() ? 0 : 1;
}
