"""Writes the made-up files of this folder in their publishers' formats, with libraries that the
product does not use: pyarrow for GeoParquet, osmium for .osm.pbf. Nothing in them exists.

    python3 made_up_files.py
"""

import struct

import osmium
import pyarrow as pa
import pyarrow.parquet as pq
from osmium.osm.mutable import Node, Relation, Way

text = pa.string()
SCHEMA = pa.schema([
    ("id", text),
    ("geometry", pa.binary()),
    ("bbox", pa.struct([("xmin", pa.float32()), ("xmax", pa.float32()), ("ymin", pa.float32()), ("ymax", pa.float32())])),
    ("version", pa.int32()),
    ("sources", pa.list_(pa.struct([("property", text), ("dataset", text), ("record_id", text), ("update_time", text), ("confidence", pa.float64())]))),
    ("names", pa.struct([("primary", text), ("common", pa.map_(text, text)), ("rules", pa.list_(pa.struct([("variant", text), ("language", text), ("value", text)])))])),
    ("categories", pa.struct([("primary", text), ("alternate", pa.list_(text))])),
    ("taxonomy", pa.struct([("primary", text), ("hierarchy", pa.list_(text)), ("alternates", pa.list_(text))])),
    ("basic_category", text),
    ("confidence", pa.float64()),
    ("operating_status", text),
    ("websites", pa.list_(text)),
    ("socials", pa.list_(text)),
    ("emails", pa.list_(text)),
    ("phones", pa.list_(text)),
    ("brand", pa.struct([("wikidata", text), ("names", pa.struct([("primary", text), ("common", pa.map_(text, text))]))])),
    ("addresses", pa.list_(pa.struct([("freeform", text), ("locality", text), ("postcode", text), ("region", text), ("country", text)]))),
    ("theme", text),
    ("type", text),
])


def place(number, name, category, lon, lat, **more):
    """A row in Overture's schema; what is not given is null."""
    row = {
        "id": f"made-up-{number:04}",
        "geometry": struct.pack("<BIdd", 1, 1, lon, lat),
        "bbox": {"xmin": lon, "xmax": lon, "ymin": lat, "ymax": lat},
        "version": 1,
        "sources": [{"property": "", "dataset": "made up", "record_id": str(number)}],
        "names": {"primary": name, "common": [("de", f"{name} (de)")]},
        "categories": {"primary": category, "alternate": more.pop("alternate", None)},
        "theme": "places",
        "type": "place",
    }
    return row | more


def address(freeform, locality, region, postcode, country="US"):
    return [{"freeform": freeform, "locality": locality, "region": region, "postcode": postcode, "country": country}]


def overture():
    portland = [
        place(1, "Made Up Roasters", "coffee_shop", -122.6587, 45.5122,
              alternate=["cafe", "bakery"], confidence=0.97, operating_status="open", basic_category="cafe",
              taxonomy={"primary": "coffee_shop", "hierarchy": ["food_and_drink", "cafe", "coffee_shop"], "alternates": None},
              websites=["https://roasters.example"], emails=["hello@roasters.example"], phones=["+15035550101", "+15035550102"],
              socials=["https://www.facebook.com/made.up.roasters", "https://www.instagram.com/madeup"],
              addresses=address("1 Example Street", "Portland", "OR", "97299")),
        place(2, "Made Up Roasters", "coffee_shop", -122.6588, 45.5122, confidence=0.41),
        place(3, "Made Up Closed Cafe", "cafe", -122.66, 45.51, operating_status="permanently_closed",
              addresses=address("3 Example Street", "Portland", "OR", "97299")),
        place(4, "Made Up Paused Cafe", "cafe", -122.67, 45.52, operating_status="temporarily_closed", confidence=0.6,
              addresses=address("4 Example Street", "Portland", "US-OR", "97299")),
        place(5, None, "cafe", -122.67, 45.52),
        place(6, "Made Up Auto", "automotive_repair", -122.68, 45.53, confidence=0.8),
    ]
    elsewhere = [
        place(10, "Erfundenes Kaffeehaus", "cafe", 15.4395, 47.0707, addresses=address("Beispielgasse 1", "Graz", None, "8010", "AT")),
        place(11, "Erfundene Bäckerei", "bakery", 15.44, 47.07, addresses=address("Beispielgasse 2", "Graz", None, "8010", "AT")),
    ]
    toronto = [place(12, "Made Up Diner", "diner", -79.38, 43.65, addresses=address("1 Example Rd", "Toronto", "ON", "M5V", "CA"))]
    mixed = toronto + [place(13, "Made Up Seattle Cafe", "cafe", -122.33, 47.61, confidence=0.9,
                             addresses=address("9 Example Ave", "Seattle", "WA", "98199"))]
    with pq.ParquetWriter("made-up-overture.parquet", SCHEMA, compression="zstd") as writer:
        for rows in (portland, elsewhere, mixed):
            writer.write_table(pa.Table.from_pylist(rows, schema=SCHEMA))


def osm():
    import os
    if os.path.exists("made-up.osm.pbf"):
        os.remove("made-up.osm.pbf")
    header = osmium.io.Header()
    header.set("generator", "made up")
    header.set("osmosis_replication_timestamp", "2026-10-31T00:00:00Z")
    writer = osmium.SimpleWriter("made-up.osm.pbf", header=header)
    corners = [(-76.6100, 39.2900), (-76.6080, 39.2900), (-76.6080, 39.2910), (-76.6100, 39.2910)]
    for number, at in enumerate(corners, start=1):
        writer.add_node(Node(id=number, location=at))
    writer.add_node(Node(id=10, location=(-76.6150, 39.2950), tags={
        "name": "Made Up Pizza", "amenity": "restaurant", "cuisine": "pizza;italian", "addr:housenumber": "12",
        "addr:street": "Example Street", "addr:city": "Baltimore", "addr:postcode": "21299", "phone": "+1 410 555 0110",
        "website": "https://pizza.example", "opening_hours": "Mo-Su 11:00-22:00", "contact:facebook": "https://facebook.com/madeup"}))
    writer.add_node(Node(id=11, location=(-76.6160, 39.2960), tags={"name": "Made Up Gone", "shop": "books", "disused": "yes"}))
    writer.add_node(Node(id=12, location=(-76.6170, 39.2970), tags={"name": "Made Up Street Lamp", "highway": "street_lamp"}))
    writer.add_node(Node(id=13, location=(-76.6090, 39.2905), tags={"name": "Made Up Market", "shop": "supermarket"}))
    writer.add_node(Node(id=14, location=(-76.5205, 39.2507), tags={"name": "Made Up Dundalk Cafe", "amenity": "cafe"}))
    writer.add_way(Way(id=20, nodes=[1, 2, 3, 4, 1], tags={"name": "Made Up Market", "shop": "supermarket", "building": "yes"}))
    writer.add_way(Way(id=21, nodes=[900, 901], tags={"name": "Made Up Beyond the Edge", "shop": "car"}))
    writer.add_way(Way(id=22, nodes=[1, 2, 3]))
    writer.add_relation(Relation(id=30, members=[("w", 22, "outer")], tags={"type": "multipolygon", "name": "Made Up Hospital", "amenity": "hospital"}))
    writer.close()


overture()
osm()
