import { createLruCache } from '../../lru-cache.ts'
import { hash } from '../../random.ts'
import { GLYPHS } from './glyphs.ts'
import { recipeOf } from './picture-file.ts'
import { encodePng, type Colour } from './png.ts'
import { SHAPES, type Part } from './shapes.ts'

const SIZE = 480
const BANDS = 24
const pictures = createLruCache<string, Buffer>(200)

/** The PNG for a file name: a logo for `<name>-logo_….png`, else a product on a soft background. */
export function drawPicture(file: string): Buffer {
  return pictures.get(file, () => {
    const name = /^(.*)-logo_[0-9a-f]{6}\.png$/.exec(file)?.[1]
    return name === undefined ? drawProduct(file) : drawLogo(name)
  })
}

function drawProduct(file: string): Buffer {
  const { shape, palette, turn } = recipeOf(file)
  const points = new Uint8Array(SIZE * SIZE)
  paintBackground(points, turn)
  const scale = (SIZE / 100) * (turn % 3 === 1 ? 1.25 : 1)
  const shift = turn % 3 === 1 ? -SIZE * 0.12 : 0
  for (const part of SHAPES[shape]) paintPart(points, part, { scale, shift, turn })
  return encodePng(SIZE, SIZE, [...bands(palette, turn), ...tones(palette)], points)
}

type Placement = { scale: number; shift: number; turn: number }

const bandAt = (row: number, turn: number): number =>
  Math.floor(((turn % 2 === 0 ? row : SIZE - 1 - row) * BANDS) / SIZE)

function paintBackground(points: Uint8Array, turn: number): void {
  for (let row = 0; row < SIZE; row++) points.fill(bandAt(row, turn), row * SIZE, (row + 1) * SIZE)
}

function paintPart(
  points: Uint8Array,
  [kind, x, y, width, height, tone]: Part,
  { scale, shift, turn }: Placement,
): void {
  const left = x * scale + shift
  const top = y * scale + shift
  const right = left + width * scale
  const bottom = top + height * scale
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(SIZE, bottom); row++) {
    const colour = tone === 3 ? bandAt(row, turn) : BANDS + tone
    for (let column = Math.max(0, Math.floor(left)); column < Math.min(SIZE, right); column++)
      if (kind === 'rect' || isInside(kind, column, row, left, top, right, bottom))
        points[row * SIZE + column] = colour
  }
}

function isInside(
  kind: 'oval' | 'ring',
  x: number,
  y: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): boolean {
  const dx = (x - (left + right) / 2) / ((right - left) / 2)
  const dy = (y - (top + bottom) / 2) / ((bottom - top) / 2)
  const distance = dx * dx + dy * dy
  return distance <= 1 && (kind === 'oval' || distance >= 0.62)
}

function bands(palette: number, turn: number): Colour[] {
  const hue = (palette * 360) / 256
  return Array.from({ length: BANDS }, (_, band) =>
    fromHsl(hue + turn * 12, 0.28, 0.93 - (band / BANDS) * 0.16),
  )
}

function tones(palette: number): Colour[] {
  const hue = (palette * 360) / 256 + 150
  return [fromHsl(hue, 0.5, 0.42), fromHsl(hue + 20, 0.45, 0.26), fromHsl(hue - 30, 0.35, 0.78)]
}

export function fromHsl(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number): number => {
    const k = (offset + (((hue % 360) + 360) % 360) / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

const LOGO_WIDTH = 480
const LOGO_HEIGHT = 160

function drawLogo(name: string): Buffer {
  const hue = hash('logo', name) % 360
  const points = new Uint8Array(LOGO_WIDTH * LOGO_HEIGHT)
  const letters = name.split('-')[0]?.slice(0, 12).toUpperCase() ?? ''
  const dot = Math.min(10, Math.floor((LOGO_WIDTH - 40) / (letters.length * 6)))
  const left = Math.floor((LOGO_WIDTH - letters.length * 6 * dot) / 2)
  const top = Math.floor((LOGO_HEIGHT - 7 * dot) / 2)
  for (const [index, letter] of [...letters].entries())
    paintLetter(points, letter, left + index * 6 * dot, top, dot)
  return encodePng(
    LOGO_WIDTH,
    LOGO_HEIGHT,
    [fromHsl(hue, 0.3, 0.95), fromHsl(hue, 0.6, 0.3)],
    points,
  )
}

function paintLetter(
  points: Uint8Array,
  letter: string,
  left: number,
  top: number,
  dot: number,
): void {
  const rows = GLYPHS[letter] ?? GLYPHS['-'] ?? []
  rows.forEach((bits, row) => {
    for (let column = 0; column < 5; column++) {
      if (((bits >> (4 - column)) & 1) === 0) continue
      for (let y = 0; y < dot; y++) {
        const start = (top + row * dot + y) * LOGO_WIDTH + left + column * dot
        points.fill(1, start, start + dot)
      }
    }
  })
}
