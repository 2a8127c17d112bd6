"""The peers of B10: answers a question about points for so many seconds, on one core, and prints points/s.

    enrichment.py shapely|duckdb county|tract|road SECONDS FOLDER

The folder holds counties.jsonl, tracts.jsonl (a line per area: its rings), segments.f64 and points.f64
(little-endian pairs of longitude and latitude). Loading and index building are not measured.
"""

import json
import pathlib
import sys
import time

import numpy as np
import shapely

RUN = 100_000


def areas(path):
    """One geometry an area; rings are combined by even-odd, as the product does."""
    shapes = []
    for line in open(path):
        shape = shapely.Polygon()
        for ring in json.loads(line):
            part = shapely.make_valid(shapely.Polygon(ring))
            shape = shape.symmetric_difference(part) if not shape.is_empty else part
        shapes.append(shape)
    return np.array(shapes)


def measure(ask, points, seconds):
    begun, asked, run = time.perf_counter(), 0, 0
    while time.perf_counter() - begun < seconds:
        start = run * RUN % len(points)
        ask(points[start : start + RUN])
        asked += len(points[start : start + RUN])
        run += 1
    return asked / (time.perf_counter() - begun)


def with_shapely(question, folder, points):
    geometry = shapely.points(points)
    if question == "road":
        segments = np.fromfile(folder / "segments.f64").reshape(-1, 2, 2)
        tree = shapely.STRtree(shapely.linestrings(segments))
        return geometry, lambda some: tree.query_nearest(some, all_matches=False)
    shapes = areas(folder / ("counties.jsonl" if question == "county" else "tracts.jsonl"))
    shapely.prepare(shapes)
    tree = shapely.STRtree(shapes)
    return geometry, lambda some: tree.query(some, predicate="within")


def with_duckdb(question, folder, points):
    import duckdb
    import duckdb_extensions

    duckdb_extensions.import_extension("spatial")
    connection = duckdb.connect()
    connection.execute("LOAD spatial; SET threads = 1")
    shapes = areas(folder / ("counties.jsonl" if question == "county" else "tracts.jsonl"))
    connection.execute("CREATE TABLE areas (id INTEGER, shape GEOMETRY)")
    for number, shape in enumerate(shapes):
        connection.execute("INSERT INTO areas VALUES (?, ST_GeomFromWKB(?))", [number, shape.wkb])

    def ask(some):
        x, y = some[:, 0], some[:, 1]
        frame = {"x": x, "y": y}
        connection.register("asked", frame)
        connection.execute(
            "SELECT count(*) FROM (SELECT ST_Point(x, y) AS place FROM asked) JOIN areas ON ST_Within(place, shape)"
        ).fetchall()

    return points, ask


def main():
    peer, question, seconds, folder = sys.argv[1], sys.argv[2], float(sys.argv[3]), pathlib.Path(sys.argv[4])
    points = np.fromfile(folder / "points.f64").reshape(-1, 2)
    prepare = with_shapely if peer == "shapely" else with_duckdb
    points, ask = prepare(question, folder, points)
    ask(points[:1000])
    print(measure(ask, points, seconds))


if __name__ == "__main__":
    main()
