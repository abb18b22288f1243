// An engine for: skinproof grade OUT --run "java Template.java {file} {clip} {times} {out}.csv". Fill in play.
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class Template {
    /** Every vertex that is drawn, in the world, +Y up: by node, primitive and place in the accessor.
     *  clip: the index of the animation, -1 for the pose that the nodes are stored in. */
    static double[][] play(String path, int clip, double time) {
        return new double[][] {{0.0, 0.0, 0.0}};
    }

    public static void main(String[] words) throws IOException {
        int clip = words[1].equals("rest") ? -1 : Integer.parseInt(words[1]);
        List<String> lines = new ArrayList<>(List.of("time,vertex,x,y,z"));
        for (String time : words[2].split(",")) {
            double[][] places = play(words[0], clip, Double.parseDouble(time));
            for (int v = 0; v < places.length; v++)
                lines.add(time + "," + v + "," + places[v][0] + "," + places[v][1] + "," + places[v][2]);
        }
        Files.write(Path.of(words[3]), lines);
    }
}
