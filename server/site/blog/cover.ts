import { createHash } from 'node:crypto'

const COVERS_FOLDER = '/api/articles/covers'
export const COVERS_PATH = `${COVERS_FOLDER}/:name`

/**
 * Change it when covers are drawn differently: browsers keep the addresses that contain it for a
 * year.
 */
const DRAWING = '1'

export const coverPath = ({ slug, category }: { slug: string; category: string }): string =>
  `${COVERS_FOLDER}/${category}-${slug}-${fingerprint(category, slug)}.svg`

/** The parts of a cover name; null unless this server made it. */
export function readCoverName(name: string): { slug: string; category: string } | null {
  const [, category, slug, fingerprintInName] =
    /^([a-z]+)-([a-z0-9-]{1,120})-([0-9a-f]{10})\.svg$/.exec(name) ?? []
  if (
    category === undefined ||
    slug === undefined ||
    fingerprintInName !== fingerprint(category, slug)
  )
    return null
  return { slug, category }
}

const fingerprint = (category: string, slug: string): string =>
  createHash('sha256').update(`${DRAWING}/${category}/${slug}`).digest('hex').slice(0, 10)

const [WIDTH, HEIGHT] = [1200, 675]

/** Sky at the top and at the horizon, sun, and the land from far to near. */
type Palette = { sky: [string, string]; sun: string; land: [string, string, string] }

const palettes: Record<string, Palette> = {
  strategy: {
    sky: ['#1d2b53', '#f3a683'],
    sun: '#ffe3b3',
    land: ['#56507a', '#38345c', '#1f1d3d'],
  },
  tutorial: {
    sky: ['#0f4c5c', '#f6d6a8'],
    sun: '#fff3d6',
    land: ['#3f7c85', '#275a63', '#123a42'],
  },
  trends: { sky: ['#3d1e4f', '#ff9a76'], sun: '#ffe9c9', land: ['#84456f', '#5a2d58', '#33183a'] },
  business: {
    sky: ['#14342b', '#e9c98f'],
    sun: '#fff1cf',
    land: ['#4f7a5b', '#2f5741', '#173328'],
  },
  seo: { sky: ['#15315b', '#b9d6e8'], sun: '#fff8e6', land: ['#5c86a8', '#395f85', '#1d3c5c'] },
  marketing: {
    sky: ['#5b1a1e', '#ffbf81'],
    sun: '#fff0d2',
    land: ['#a5533f', '#74342f', '#451c1e'],
  },
}
const [FIRST] = Object.values(palettes)

/**
 * A distinct dawn for each article, in the colours of its category: sky, sun, land, and a motif.
 */
export function drawCover({ slug, category }: { slug: string; category: string }): string {
  const random = createRandom(slug)
  const palette = palettes[category] ?? FIRST
  if (!palette) throw new Error('there is no palette')
  const sun = { x: between(random, 0.15, 0.85) * WIDTH, y: between(random, 0.3, 0.62) * HEIGHT }
  const radius = between(random, 50, 150)
  const motif = motifs[Math.floor(random() * motifs.length)] ?? drawRings
  const land = palette.land.map((colour, depth) => drawLand(random, colour, depth))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="presentation">`,
    `<defs><linearGradient id="s" x1="0" y1="0" x2="${between(random, -0.2, 0.2).toFixed(2)}" y2="1">`,
    `<stop offset="0" stop-color="${palette.sky[0]}"/><stop offset="${between(random, 0.6, 0.9).toFixed(2)}" stop-color="${palette.sky[1]}"/></linearGradient></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#s)"/>`,
    motif(random, palette, sun),
    `<circle cx="${whole(sun.x)}" cy="${whole(sun.y)}" r="${whole(radius * 1.5)}" fill="${palette.sun}" opacity=".18"/>`,
    `<circle cx="${whole(sun.x)}" cy="${whole(sun.y)}" r="${whole(radius)}" fill="${palette.sun}"/>`,
    ...land,
    '</svg>',
  ].join('')
}

type Random = () => number

/** The same numbers from 0 (inclusive) to 1 (exclusive) for the same text, on every machine. */
function createRandom(text: string): Random {
  let nth = 0
  return () => createHash('sha256').update(`${text}/${nth++}`).digest().readUInt32BE() / 2 ** 32
}

const between = (random: Random, min: number, max: number): number => min + random() * (max - min)
const whole = (value: number): string => value.toFixed(0)

type Motif = (random: Random, palette: Palette, sun: { x: number; y: number }) => string

const drawRings: Motif = (random, { sun: colour }, { x, y }) => {
  const step = between(random, 45, 90)
  return Array.from({ length: 9 }, (_, nth) => {
    const radius = whole(170 + nth * step)
    return `<circle cx="${whole(x)}" cy="${whole(y)}" r="${radius}" fill="none" stroke="${colour}" stroke-width="2" opacity="${(0.4 - nth * 0.04).toFixed(2)}"/>`
  }).join('')
}

/** The last stars, as many as new shops. */
const drawStars: Motif = (random, { sun: colour }) =>
  Array.from({ length: 40 + Math.floor(random() * 80) }, () => {
    const [x, y] = [between(random, 0, WIDTH), between(random, 0, HEIGHT * 0.55)]
    return `<circle cx="${whole(x)}" cy="${whole(y)}" r="${between(random, 1, 4).toFixed(1)}" fill="${colour}" opacity="${between(random, 0.25, 0.9).toFixed(2)}"/>`
  }).join('')

const drawLedger: Motif = (random, { sun: colour }) =>
  Array.from({ length: 9 }, (_, nth) => {
    const y = 60 + nth * 42
    const from = between(random, 60, 300)
    const to = from + between(random, 120, 760)
    return `<path d="M0 ${y}H${WIDTH}" stroke="${colour}" opacity=".14"/><path d="M${whole(from)} ${y}H${whole(to)}" stroke="${colour}" stroke-width="6" stroke-linecap="round" opacity=".4"/>`
  }).join('')

/** A chart that rises towards the sun. */
const drawBars: Motif = (random, { sun: colour }) =>
  Array.from({ length: 24 }, (_, nth) => {
    const height = 60 + nth * between(random, 6, 16) + random() * 60
    return `<rect x="${nth * 50 + 8}" y="${whole(HEIGHT * 0.8 - height)}" width="34" height="${whole(height + 80)}" rx="6" fill="${colour}" opacity="${(0.1 + random() * 0.14).toFixed(2)}"/>`
  }).join('')

const drawClouds: Motif = (random, { sun: colour }) =>
  Array.from({ length: 12 }, () => {
    const [x, y] = [between(random, -200, WIDTH), between(random, 30, HEIGHT * 0.6)]
    return `<rect x="${whole(x)}" y="${whole(y)}" width="${whole(between(random, 160, 620))}" height="${whole(between(random, 8, 30))}" rx="15" fill="${colour}" opacity="${between(random, 0.08, 0.3).toFixed(2)}"/>`
  }).join('')

const motifs: readonly Motif[] = [drawRings, drawStars, drawLedger, drawBars, drawClouds]

const POINTS = 12

/** A line of hills, lower and rounder the farther away. */
function drawLand(random: Random, colour: string, depth: number): string {
  const base = HEIGHT * (0.68 + depth * 0.11)
  const height = between(random, 30, 110 - depth * 15)
  const ridge = Array.from(
    { length: POINTS + 1 },
    (_, nth) => [(nth * WIDTH) / POINTS, base - random() * height] as const,
  )
  const curve = ridge.slice(1).map(([x, y], nth) => {
    const [lastX, lastY] = ridge[nth] ?? [0, base]
    const middle = whole((lastX + x) / 2)
    return `C${middle} ${whole(lastY)} ${middle} ${whole(y)} ${whole(x)} ${whole(y)}`
  })
  return `<path d="M0 ${whole(ridge[0]?.[1] ?? base)}${curve.join('')}V${HEIGHT}H0Z" fill="${colour}"/>`
}
