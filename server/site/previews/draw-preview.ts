import { join } from 'node:path'
import pLimit from 'p-limit'
import type { OverlayOptions, Sharp } from 'sharp'
import * as z from 'zod'
import { articleOfPreview, PREVIEW_SIZE, previewPath } from '#contracts/site/public-pages.ts'
import type { Language } from '#i18n/languages.ts'
import { readEveryLocale, readLocale } from '#i18n/read-locale.ts'
import type { AppContext } from '#server/platform/context.ts'
import { escapeMarkup } from '#server/platform/escape-markup.ts'
import { published } from '#server/site/blog/articles.ts'

/** The night of docs/design-language.md: the banner's, and the favicon's. */
const NIGHT = '#0a121b'
const PAPER = '#e8eef5'
const MUTED = '#aab8c8'
const SUN_COLOUR = [255, 182, 74] as const
const RULE = [51, 70, 90] as const

const MARGIN = 72
const TEXT_WIDTH = 690
const FONTS = join(import.meta.dirname, 'fonts')
const STRONG = { family: 'Instrument Sans SemiBold', file: join(FONTS, 'instrument-sans-600.ttf') }
const PLAIN = { family: 'Instrument Sans', file: join(FONTS, 'instrument-sans-400.ttf') }

/**
 * Title and description on the left, the rising sun on the right, the name above and the host
 * below.
 */
export async function drawPreview(
  { title, description }: PreviewTexts,
  host: string,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const write = (text: string, style: TextStyle) => writeText(sharp, text, style)
  const [name, heading, text, address] = await Promise.all([
    write('Storedawn', { font: STRONG, size: 36, colour: PAPER }),
    write(withoutName(title), {
      font: STRONG,
      size: 62,
      colour: PAPER,
      spacing: -1.2,
      leading: 0.92,
    }),
    write(description, { font: PLAIN, size: 29, colour: MUTED, leading: 1.12 }),
    write(host, { font: PLAIN, size: 25, colour: MUTED }),
  ])
  const small = drawMark(48, { sun: SUN_COLOUR, lines: [232, 238, 245] })
  const large = drawMark(432, { sun: SUN_COLOUR, lines: RULE })
  const top = centreTexts(heading.height, text.height)
  return sharp({ create: { ...PREVIEW_SIZE, channels: 3, background: NIGHT } })
    .composite([
      overlay(large, { left: PREVIEW_SIZE.width - MARGIN - 378, top: 122 }),
      overlay(small, { left: MARGIN - 6, top: 56 }),
      overlay(name, { left: MARGIN + 52, top: 66 }),
      overlay(heading, { left: MARGIN, top }),
      overlay(text, { left: MARGIN, top: top + heading.height + 30 }),
      overlay(address, { left: MARGIN, top: PREVIEW_SIZE.height - 82 }),
    ])
    .png({ palette: true, colours: 128, effort: 7 })
    .toBuffer()
}

/** The picture already shows the name above. */
function withoutName(title: string): string {
  const heading = title.replace(/ · Storedawn$/, '').replace(/^Storedawn\s?: /, '')
  return heading.slice(0, 1).toUpperCase() + heading.slice(1)
}

/** In the middle between the name and the host. */
function centreTexts(headingHeight: number, textHeight: number): number {
  const [from, to] = [128, PREVIEW_SIZE.height - 100]
  return Math.round((from + to - (headingHeight + 30 + textHeight)) / 2)
}

type TextStyle = {
  font: typeof PLAIN
  size: number
  colour: string
  spacing?: number
  leading?: number
}

/** Raw pixels with transparency, as the picture library takes them. */
type Pixels = { data: Buffer; width: number; height: number }

async function writeText(
  sharp: (options: object) => Sharp,
  text: string,
  { font, size, colour, spacing = 0, leading = 1 }: TextStyle,
): Promise<Pixels> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" letter_spacing="${Math.round(spacing * PANGO_UNIT)}" line_height="${leading}">${escapeMarkup(text)}</span>`,
      // The comma ends the family: Pango would otherwise read its last word as a weight.
      font: `${font.family}, ${size}`,
      fontfile: font.file,
      width: TEXT_WIDTH,
      dpi: 72,
      rgba: true,
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const PANGO_UNIT = 1024

const overlay = (
  { data, width, height }: Pixels,
  place: { left: number; top: number },
): OverlayOptions => ({
  input: data,
  raw: { width, height, channels: 4 },
  ...place,
})

type Colour = readonly [red: number, green: number, blue: number]

/**
 * The grid of the mark (web/ui/logo.tsx): a half sun over three lines that shorten like its
 * reflection.
 */
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

/**
 * The mark on a square of `size` pixels, drawn without a library: the libraries that read drawings
 * are disabled for security.
 */
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

function coverage(
  x: number,
  y: number,
  size: number,
  isInside: (x: number, y: number) => boolean,
): number {
  let inside = 0
  for (let down = 0; down < SAMPLES; down += 1)
    for (let right = 0; right < SAMPLES; right += 1) {
      const at = (pixel: number, sample: number) =>
        ((pixel + (sample + 0.5) / SAMPLES) * GRID) / size
      if (isInside(at(x, right), at(y, down))) inside += 1
    }
  return inside / SAMPLES ** 2
}

const isInSun = (x: number, y: number) =>
  y <= SUN.y && Math.hypot(x - SUN.x, y - SUN.y) <= SUN.radius

const isInLine = (x: number, y: number) =>
  LINES.some((line) => x >= line.from && x <= line.to && Math.abs(y - line.y) <= LINE_HEIGHT / 2)

const PageTexts = z.object({
  meta: z.record(z.string(), z.object({ title: z.string(), description: z.string() })),
})

type PreviewTexts = { title: string; description: string }

/**
 * The texts on the preview of a page or an article; null where it does not exist in that language.
 */
type FindPreviewTexts = (language: Language, page: string) => Promise<PreviewTexts | null>

export function createPreviewTexts(ctx: Pick<AppContext, 'db' | 'now'>): FindPreviewTexts {
  const textsOf = readEveryLocale((language) => {
    const { meta } = PageTexts.parse(readLocale(language, 'pages'))
    return new Map(Object.entries(meta))
  })
  return async (language, page) => {
    const articleId = articleOfPreview(page)
    if (articleId === null) return textsOf(language).get(page) ?? null
    return findArticle(ctx, language, articleId)
  }
}

async function findArticle(
  ctx: Pick<AppContext, 'db' | 'now'>,
  language: Language,
  id: number,
): Promise<PreviewTexts | null> {
  const article = await published(ctx)
    .select(['title', 'excerpt'])
    .where('id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst()
  return article ? { title: article.title, description: article.excerpt } : null
}

/** `moved`: the texts on the preview have changed since, and so has its address. */
type FoundPreview = { kind: 'picture'; png: Buffer } | { kind: 'moved'; path: string }

type PreviewRequest = { path: string; language: Language; page: string; host: string }

/**
 * Draws each preview on its first request, one at a time, and caches it: there are few, of some 25
 * kB.
 */
export function createPreviews(findTexts: FindPreviewTexts, draw = drawPreview) {
  const cache = new Map<string, Promise<Buffer>>()
  const limit = pLimit(1)

  function getOrDraw(path: string, drawing: () => Promise<Buffer>): Promise<Buffer> {
    const known = cache.get(path)
    if (known) return known
    const drawn = limit(drawing)
    drawn.catch(() => cache.delete(path))
    cache.set(path, drawn)
    return drawn
  }

  return {
    /** Null for a page that does not exist. */
    async find({ path, language, page, host }: PreviewRequest): Promise<FoundPreview | null> {
      const texts = await findTexts(language, page)
      if (!texts) return null
      const current = previewPath(language, page, texts.title + texts.description)
      if (path !== current) return { kind: 'moved', path: current }
      return { kind: 'picture', png: await getOrDraw(path, () => draw(texts, host)) }
    },
  }
}
