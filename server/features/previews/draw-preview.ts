import { join } from 'node:path'
import type { OverlayOptions, Sharp } from 'sharp'
import { PREVIEW_SIZE } from '#contracts/previews.ts'
import { drawMark } from './draw-mark.ts'
import type { PreviewTexts } from './preview-texts.ts'
import { escapeMarkup } from '#server/escape-markup.ts'

/** The night of docs/design-language.md: the banner's, and the favicon's. */
const NIGHT = '#0a121b'
const PAPER = '#e8eef5'
const MUTED = '#aab8c8'
const SUN = [255, 182, 74] as const
const RULE = [51, 70, 90] as const

const MARGIN = 72
const TEXT_WIDTH = 690
const FONTS = join(import.meta.dirname, 'fonts')
const STRONG = { family: 'Instrument Sans SemiBold', file: join(FONTS, 'instrument-sans-600.ttf') }
const PLAIN = { family: 'Instrument Sans', file: join(FONTS, 'instrument-sans-400.ttf') }

/** Title and description on the left, the rising sun on the right, the name above and the host below. */
export async function drawPreview({ title, description }: PreviewTexts, host: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const write = (text: string, look: Look) => writeText(sharp, text, look)
  const [name, heading, text, address] = await Promise.all([
    write('Storedawn', { font: STRONG, size: 36, colour: PAPER }),
    write(withoutName(title), { font: STRONG, size: 62, colour: PAPER, spacing: -1.2, leading: 0.92 }),
    write(description, { font: PLAIN, size: 29, colour: MUTED, leading: 1.12 }),
    write(host, { font: PLAIN, size: 25, colour: MUTED }),
  ])
  const small = drawMark(48, { sun: SUN, lines: [232, 238, 245] })
  const large = drawMark(432, { sun: SUN, lines: RULE })
  const top = placeTexts(heading.height, text.height)
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
function placeTexts(headingHeight: number, textHeight: number): number {
  const [from, to] = [128, PREVIEW_SIZE.height - 100]
  return Math.round((from + to - (headingHeight + 30 + textHeight)) / 2)
}

type Look = { font: typeof PLAIN; size: number; colour: string; spacing?: number; leading?: number }
type Drawn = { data: Buffer; width: number; height: number }

async function writeText(
  sharp: (options: object) => Sharp,
  text: string,
  { font, size, colour, spacing = 0, leading = 1 }: Look,
): Promise<Drawn> {
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

const overlay = ({ data, width, height }: Drawn, place: { left: number; top: number }): OverlayOptions => ({
  input: data,
  raw: { width, height, channels: 4 },
  ...place,
})
