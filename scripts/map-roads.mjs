// Interstates and US highways of the built-in map, as data/map/roads.json, from the Census Bureau's primary roads:
//
//   node scripts/map-roads.mjs PRIMARY_ROADS.geojson
//
// A road is named as its shield says ('I 5', 'US 97'). Of its two carriageways one is kept, since at the zooms of the
// map they are one line.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRequire } from 'node:module'

const FILE = join(import.meta.dirname, '..', 'data', 'map', 'roads.json')
const { topology } = createRequire(join(import.meta.dirname, '..', 'data', 'npm', 'package.json'))('topojson-server')

/** About 10 m. */
const STEPS = 1e6
/** A stretch this close to another of the same road is its other carriageway. */
const CARRIAGEWAY_M = 250
const METERS_PER_DEGREE = 111_195
/** Business routes, spurs and lanes of their own run beside the road or lead into towns. */
const BESIDE = /\b(?:Bus|Spr|Scn|Byp|Alt|Truck|Lp|Old|Local|Hov|Express)\b/i

function shieldOf({ FULLNAME: name = '', RTTYP: type }) {
  if (BESIDE.test(name)) return null
  const found = {
    I: /\bI- ?-?(H-?\d+|\d+[A-Z]?)\b/,
    U: /\bUS (?:Hwy|Rte) (\d+[EW]?)\b/,
  }[type]?.exec(name)
  if (found == null) return null
  return type === 'I' ? `I ${found[1].replace(/^H-?/, 'H')}` : `US ${found[1]}`
}

const linesOf = ({ type, coordinates }) => (type === 'LineString' ? [coordinates] : coordinates)

const flat = ([longitude, latitude]) => [
  longitude * METERS_PER_DEGREE * Math.cos((latitude * Math.PI) / 180),
  latitude * METERS_PER_DEGREE,
]

const lengthOf = (line) =>
  line.slice(1).reduce((sum, at, index) => {
    const [[x0, y0], [x1, y1]] = [flat(line[index]), flat(at)]
    return sum + Math.hypot(x1 - x0, y1 - y0)
  }, 0)

/** Keeps what runs beside nothing kept before it, longest lines first. */
function withoutCarriageways(lines) {
  const kept = []
  const cells = new Map()
  const cellsOf = (x, y) => [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => `${cell(x) + dx} ${cell(y) + dy}`))
  const cell = (meters) => Math.floor(meters / (4 * CARRIAGEWAY_M))
  const remember = (line) => {
    for (let at = 1; at < line.length; at += 1) {
      const [a, b] = [flat(line[at - 1]), flat(line[at])]
      const steps = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / (2 * CARRIAGEWAY_M)))
      for (let step = 0; step <= steps; step += 1) {
        const key = `${cell(a[0] + ((b[0] - a[0]) * step) / steps)} ${cell(a[1] + ((b[1] - a[1]) * step) / steps)}`
        if (!cells.has(key)) cells.set(key, new Set())
        cells.get(key).add([a, b])
      }
    }
  }
  const isBeside = (at) => {
    const [x, y] = flat(at)
    return cellsOf(x, y).some((key) => [...(cells.get(key) ?? [])].some((segment) => distance(segment, x, y) <= CARRIAGEWAY_M))
  }
  for (const line of lines.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const corners = dense(line).map((at) => [at, isBeside(at)])
    // The ends stay joined to what is kept: one corner beside it is drawn too.
    let run = []
    const runs = []
    corners.forEach(([at, beside], index) => {
      const near = !beside || !(corners[index - 1]?.[1] ?? true) || !(corners[index + 1]?.[1] ?? true)
      if (near) run.push(at)
      if ((!near || index === corners.length - 1) && run.length > 0) {
        if (run.length > 1) runs.push(run)
        run = []
      }
    })
    const isCorner = new Set(line.map(String))
    for (const part of runs) {
      const simple = part.filter((at, index) => index === 0 || index === part.length - 1 || isCorner.has(String(at)))
      if (lengthOf(simple) < 2 * CARRIAGEWAY_M) continue
      kept.push(simple)
      remember(simple)
    }
  }
  return kept
}

/** With a corner at least every two kilometers, so that a long stretch may be beside another in part. */
function dense(line) {
  return line.flatMap((at, index) => {
    const before = line[index - 1]
    if (before === undefined) return [at]
    const steps = Math.ceil(lengthOf([before, at]) / 2000)
    return Array.from({ length: steps }, (_, step) =>
      step === steps - 1
        ? at
        : [0, 1].map((axis) => before[axis] + ((at[axis] - before[axis]) * (step + 1)) / steps),
    )
  })
}

function distance([[x0, y0], [x1, y1]], x, y) {
  const [dx, dy] = [x1 - x0, y1 - y0]
  const along = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy)
}

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('Name the file of primary roads (GeoJSON).')
const roads = new Map()
for (const { properties, geometry } of JSON.parse(readFileSync(source, 'utf8')).features) {
  const shield = shieldOf(properties)
  if (shield !== null) roads.set(shield, [...(roads.get(shield) ?? []), ...linesOf(geometry)])
}
const collection = (prefix) => ({
  type: 'FeatureCollection',
  features: [...roads]
    .filter(([shield]) => shield.startsWith(prefix))
    .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([id, lines]) => ({
      type: 'Feature',
      id,
      properties: null,
      geometry: { type: 'MultiLineString', coordinates: withoutCarriageways(lines) },
    })),
})
const map = topology({ interstates: collection('I '), highways: collection('US ') }, STEPS)
writeFileSync(FILE, `${JSON.stringify(map)}\n`)
const corners = map.arcs.reduce((sum, arc) => sum + arc.length, 0)
console.log(`${roads.size} roads, ${map.arcs.length} lines, ${corners} corners in ${FILE}`)
