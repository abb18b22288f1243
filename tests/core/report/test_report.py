"""Reports: what is in them is what was measured, they are deterministic, and no name can break out of the page."""

from __future__ import annotations

import dataclasses
import html.parser
import json
import re
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.compare.judge.verification import Plan, Verification, verify
from skinning_core.compare.measure.float32_floor import nodes_that_count
from skinning_core.compare.measure.times import SampleTimes, sample_times
from skinning_core.compare.measure.tolerance import Tolerance, largest_coordinate, rounding_floor, tolerance
from skinning_core.model import Clip, Model, Track
from skinning_core.report.document import verify_document
from skinning_core.report.page import verify_page, wrongs
from skinning_core.report.provenance import Made, made_now
from skinning_core.report.readable import Reading
from skinning_core.report.table import summary_lines, verification_lines
from skinning_core.report.text import columns, shown
from skinning_core.skinned import Skinned
from skinning_core.subject import SUBJECTS, Subject, skin_reference
from tests.models import MODELS
from tests.subjects import subjects
from tests.tiny import Tiny

NASTY = '"><script>alert(1)</script><img src=x onerror=1>&amp;\x1b[31m\n'


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return load_model(MODELS["plain"](tmp_path_factory.mktemp("plain")))


def off(model, clip, times, **_asked):
    """The reference, one vertex pushed off more and more with time, another lost."""
    skinned = skin_reference(model, clip, times)
    moved = skinned.positions[0].copy()
    moved[:, 7, 1] += 0.25 * times
    moved[-1, 3] = np.nan
    return dataclasses.replace(skinned, engine="off", positions=(moved, *skinned.positions[1:]))


def judged(model: Model) -> dict[str, Subject]:
    return {"fast": SUBJECTS["fast"](model), **subjects(model, {"off": off})}


@pytest.fixture(scope="module")
def verification(model) -> Verification:
    plans = [Plan(None, SampleTimes(np.zeros(1))), Plan(0, sample_times(model.clips[0]))]
    return verify(model, judged(model), plans=plans)


def renamed(model: Model, name: str) -> Model:
    nodes = dataclasses.replace(model.nodes, names=(name,) * len(model.nodes))
    meshes = tuple(dataclasses.replace(mesh, name=name) for mesh in model.meshes)
    clips = tuple(dataclasses.replace(clip, name=name) for clip in model.clips)
    return dataclasses.replace(model, name=name, nodes=nodes, meshes=meshes, clips=clips)


class Outline(html.parser.HTMLParser):
    """Which elements and attributes a page has."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag


def test_document_holds_what_was_measured(model, verification) -> None:
    document = verify_document([("a/plain.glb", verification)], {"b.glb": "b.glb: broken"})
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert document["schema"] == "skinproof.verify/2"
    assert document["passed"] is False
    assert document["errors"] == [{"path": "b.glb", "sentence": "b.glb: broken"}]
    comparison = next(c for c in document["models"][0]["comparisons"] if (c["clip"], c["engine"]) == (0, "off"))
    times = comparison["times_s"]
    reference = skin_reference(model, 0, np.array(times))
    expected = 0.25 * np.array(times) / reference.diagonal
    assert comparison["max_by_time"] == pytest.approx(expected.tolist())
    assert comparison["max"] == pytest.approx(expected.max())
    assert comparison["lost"] == 1
    assert comparison["worst"]["vertex"] == 7
    primitive = model.meshes[0].primitives[0]
    joint = int(model.skins[0].joints[primitive.influences.joints[7][np.argmax(primitive.influences.weights[7])]])
    assert comparison["worst"]["node"] == joint
    assert comparison["worst"]["node_name"] == model.nodes.names[joint]
    assert sum(comparison["histogram"]["counts"]) == comparison["compared"]
    row = next(row for row in comparison["joints"] if row["node"] == joint)
    assert row["max"] == pytest.approx(comparison["max"])


def test_documents_and_pages_are_deterministic(model, verification) -> None:
    plans = [Plan(None, SampleTimes(np.zeros(1))), Plan(0, sample_times(model.clips[0]))]
    again = verify(model, judged(model), plans=plans)
    for make in (verify_document, verify_page):
        assert make([("m", again)], {}) == make([("m", verification)], {})


def test_page_is_well_formed_and_loads_nothing(verification) -> None:
    page = verify_page([("plain.glb", verification)], {"b.glb": "b.glb: broken"})
    outline = Outline()
    outline.feed(page)
    assert outline.open == []
    assert not {"script", "link", "img", "iframe", "object"} & set(outline.tags)
    assert not {"src", "onerror", "onclick"} & outline.attributes
    assert "http" not in page.replace("<meta http-equiv=", "")
    assert "url(" not in page
    assert "@import" not in page
    assert page.count("<svg") == page.count("</svg>") == 2


def test_names_cannot_break_out_of_the_page_or_the_terminal(model) -> None:
    nasty = renamed(model, NASTY)
    verification = verify(nasty, subjects(nasty, {"off": off}), plans=[Plan(0, sample_times(nasty.clips[0]))])
    outline = Outline()
    outline.feed(verify_page([(NASTY, verification)], {NASTY: NASTY}))
    assert outline.open == []
    assert not {"script", "img"} & set(outline.tags)
    lines = [*verification_lines(verification), *summary_lines([verification])]
    assert not any("\x1b" in line for line in lines)
    assert json.loads(json.dumps(verify_document([(NASTY, verification)], {})))["models"][0]["name"] == NASTY


def test_shown_escapes_and_cuts() -> None:
    assert shown("b_Hip_01") == "b_Hip_01"
    assert shown("骨") == "骨"
    assert shown("a\tb\x1b[0m") == "a\\tb\\x1b[0m"
    assert len(shown("x" * 500)) == 32
    assert shown("start" + "x" * 500 + "end").endswith("end")


def test_columns_align() -> None:
    assert columns([("a", "1"), ("bcd", "200")], indent="") == ["a      1", "bcd  200"]


def test_table_says_where_and_how_much(verification) -> None:
    text = "\n".join(verification_lines(verification))
    assert re.search(r"rest +fast +1 +\S+ .* same", text)
    assert re.search(r"bend +off .* differs: visible", text)
    assert "vertex 7 of" in text
    assert "1 vertex has no usable position" in text


def tolerance_of(model: Model, reference: Skinned, asked: float | None = None) -> Tolerance:
    largest = largest_coordinate(reference, nodes_that_count(model))
    return tolerance(model, rounding_floor(largest, reference.diagonal), asked=asked)


class TestTolerance:
    """The ordinary limit, and the three reasons to widen it."""

    def test_ordinary_and_asked_for(self, model) -> None:
        reference = skin_reference(model, None, np.zeros(1))
        found = tolerance_of(model, reference)
        assert (found.limit, found.reason) == (3e-6, "")
        assert tolerance_of(model, reference, asked=0.5).limit == 0.5

    @pytest.mark.parametrize(
        ("name", "limit", "word"), [("many_joints", 9e-6, "chain of 30"), ("armature_above", 3e-6, "")]
    )
    def test_widened_with_the_reason(self, tmp_path: Path, name, limit, word) -> None:
        model = load_model(MODELS[name](tmp_path))
        found = tolerance_of(model, skin_reference(model, None, np.zeros(1)))
        assert found.limit == pytest.approx(limit)
        assert word in found.reason
        assert bool(word) == bool(found.reason)

    def test_far_from_the_origin_float32_is_the_floor(self, model) -> None:
        translation = model.nodes.translation.copy()
        translation[model.nodes.parents < 0] += [6e4, 0.0, 0.0]
        far = dataclasses.replace(model, nodes=dataclasses.replace(model.nodes, translation=translation))
        reference = skin_reference(far, None, np.zeros(1))
        found = tolerance_of(far, reference)
        rounded = max(np.abs(p - p.astype(np.float32)).max() for p in reference.positions) / reference.diagonal[0]
        assert rounded < found.limit < 20 * rounded
        every = np.ones(len(far.nodes), bool)
        assert found.limit == rounding_floor(largest_coordinate(reference, every), reference.diagonal)
        assert "coordinates so large" in found.reason

    @pytest.mark.parametrize("change", ["scale", "translation", "chain"])
    def test_not_widened_for_what_reaches_no_vertex(self, tmp_path: Path, change: str) -> None:
        """The own node of a skinned mesh, and nodes beside the skeleton, count for nothing (specification 3.7.3.3)."""
        tiny = Tiny()
        if change == "chain":
            first = len(tiny.data["nodes"])
            tiny.data["nodes"] += [{"children": [first + k + 1]} for k in range(150)] + [{}]
        else:
            tiny.data["nodes"][2][change] = [1e5, 1e5, 1e5]
        model = load_model(tiny.write_glb(tmp_path / "tiny.glb"))
        assert nodes_that_count(model)[:3].tolist() == [True, True, False]
        found = tolerance_of(model, skin_reference(model, None, np.zeros(1)))
        assert (found.limit, found.reason) == (3e-6, "")

    def test_nor_for_the_one_scale_of_a_mesh_without_a_skin(self, tmp_path: Path) -> None:
        tiny = Tiny()
        del tiny.data["nodes"][2]["skin"]
        tiny.data["nodes"][2]["scale"] = [1e5, 1e5, 1e5]
        model = load_model(tiny.write_glb(tmp_path / "tiny.glb"))
        assert not tolerance_of(model, skin_reference(model, None, np.zeros(1))).reason


class TestTimes:
    """Every key and a quarter of the way to the next, bounded."""

    def clip(self, *times) -> Clip:
        values = np.array(times, float)[:, None] * [1.0, 0.0, 0.0]
        return Clip("c", (Track(0, "translation", "LINEAR", np.array(times, float), values),))

    def test_keys_and_quarters(self) -> None:
        assert sample_times(self.clip(0, 1, 3)).times.tolist() == [0.0, 0.25, 1.0, 1.5, 3.0]
        assert sample_times(self.clip(2)).times.tolist() == [2.0]
        assert sample_times(None).times.tolist() == [0.0]
        assert sample_times(Clip("empty", ())).times.tolist() == [0.0]

    def test_bounded_with_both_ends_and_said(self) -> None:
        long = sample_times(self.clip(*range(1000)))
        assert len(long.times) == 200
        assert (long.times[0], long.times[-1]) == (0.0, 999.0)
        assert "200 of the 1999" in long.note
        assert len(sample_times(self.clip(*range(1000)), most=None).times) == 1999


def test_html_and_json_are_written_where_asked(tmp_path: Path, capsys) -> None:
    path = MODELS["weights_bad"](tmp_path)
    out = tmp_path / "out"
    out.mkdir()
    words = ["verify", str(path), "--against", "fast", "--json", str(out / "r.json"), "--html", str(out / "r.html")]
    assert main(words, SUBJECTS) == 0
    assert sorted(p.name for p in out.iterdir()) == ["r.html", "r.json"]
    weights = json.loads((out / "r.json").read_text(encoding="utf-8"))["models"][0]["weights"]
    assert weights[0]["max_relative"] > 0.01
    assert weights[0]["zero_sum"] == 4
    assert "do not sum to one" in capsys.readouterr().out


def test_page_says_how_it_was_made(verification) -> None:
    made = Made(
        "skinproof verify plain.glb --html 'a b.html'", ("Skinproof 1", "Blender 5.2.3"), "2026-11-22 10:00 UTC"
    )
    page = verify_page([("plain.glb", verification)], {}, made=made)
    assert "skinproof verify plain.glb --html &#x27;a b.html&#x27;" in page
    assert "Skinproof 1, Blender 5" in page
    assert "2026-11-22 10:00 UTC" in page
    assert made_now(["verify", "a b.glb"], "Blender 5").command == "skinproof verify 'a b.glb'"


def test_page_says_who_differs_first_and_groups_what_is_wrong(verification) -> None:
    page = verify_page([("plain.glb", verification)], {})
    assert page.index("off differs") < page.index("<h2")
    (sentence,) = wrongs(verification, Reading())
    assert sentence.startswith("off: 2 of 2 clips, up to ")
    assert "(bend, joint " in sentence


def test_page_shows_what_differs_where_it_is_worst(model) -> None:
    plans = [Plan(0, sample_times(model.clips[0]))]
    seen = verify(model, judged(model), plans=plans, picture=True)
    fast, of_off = seen.comparisons
    assert fast.frame is None
    assert of_off.frame is not None
    assert of_off.frame.time == of_off.difference.worst.time
    assert np.isnan(of_off.frame.errors[-1][3])
    assert of_off.frame.errors[0][7] == pytest.approx(of_off.difference.worst.distance, rel=1e-6)
    page = verify_page([("plain.glb", seen)], {})
    assert page.count("data:image/png;base64,") == 2
    assert page.count('class="ring"') == page.count('class="rim"') == 2  # black on dark needs its white rim
    (sentence,) = wrongs(seen, Reading())
    assert sentence.startswith("off: bend, up to ")
    assert sentence.count("bend") == 1


def test_a_page_begins_with_what_is_the_same_and_names_no_folder_of_this_machine(
    verification: Verification, tmp_path: Path
) -> None:
    made = made_now(["verify", str(tmp_path / "plain.glb"), "--html", "page.html"])
    page = verify_page([(str(tmp_path / "plain.glb"), verification)], {}, made=made)
    assert str(tmp_path) not in page
    assert "skinproof verify plain.glb --html page.html" in page
    first = page.index(f"{verification.name} by fast: the same but for rounding")
    assert first < page.index("off: visible")
    assert re.search(r'<h2[^>]*>\S+ <span class="badge bad">off differs', page)
    assert "1e-" not in page
