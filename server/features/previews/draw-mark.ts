type Colour = readonly [red: number, green: number, blue: number]

/** Raw pixels with transparency, as the picture library takes them. */
export type Pixels = { data: Buffer; width: number; height: number }

/** The grid of the mark (web/ui/logo.tsx): a half sun over three lines that shorten like its reflection. */
const GRID = 32
const SUN = { x: 16, y: 17, radius: 12 }
const LINE_HEIGHT = 2
const LINES = [
  { from: 4, to: 28, y: 20.75 },
  { from: 8, to: 24, y: 24.75 },
  { from: 12.5, to: 19.5, y: 28.75 },
]

/** Sample points per pixel in each direction; their share gives the pixel's coverage. */
const SAMPLES = 4

/** The mark on a square of `size` pixels, drawn without a library: the libraries that read drawings are disabled for security. */
export function drawMark(size: number, colours: { sun: Colour; lines: Colour }): Pixels {
  const data = Buffer.alloc(size * size * 4)
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const sun = coverage(x, y, size, isInSun)
      const lines = coverage(x, y, size, isInLine)
      const [red, green, blue] = sun > 0 ? colours.sun : colours.lines
      data.set([red, green, blue, Math.round(255 * (sun + lines))], (y * size + x) * 4)
    }
  return { data, width: size, height: size }
}

function coverage(x: number, y: number, size: number, isInside: (x: number, y: number) => boolean): number {
  let inside = 0
  for (let down = 0; down < SAMPLES; down += 1)
    for (let right = 0; right < SAMPLES; right += 1) {
      const at = (pixel: number, sample: number) => ((pixel + (sample + 0.5) / SAMPLES) * GRID) / size
      if (isInside(at(x, right), at(y, down))) inside += 1
    }
  return inside / SAMPLES ** 2
}

const isInSun = (x: number, y: number) => y <= SUN.y && Math.hypot(x - SUN.x, y - SUN.y) <= SUN.radius

const isInLine = (x: number, y: number) =>
  LINES.some((line) => x >= line.from && x <= line.to && Math.abs(y - line.y) <= LINE_HEIGHT / 2)
