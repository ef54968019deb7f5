/**
 * Draws the icons of `web/public` from the logo: `node scripts/draw-icons.ts`, after each change of
 * the logo.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawMark } from '#server/site/previews/draw-preview.ts'

const FOLDER = join(import.meta.dirname, '../web/public')
const NIGHT = '#11263d'
const SUN = [255, 182, 74] as const

/**
 * `share`: the part of the icon that the logo fills. A mask may cut away everything outside a
 * circle of 80 %.
 */
async function drawIcon(
  size: number,
  { share, isRound }: { share: number; isRound: boolean },
): Promise<Buffer> {
  const mark = drawMark(Math.round(size * share), { sun: SUN, lines: SUN })
  const margin = Math.round((size - mark.width) / 2)
  const icon = sharp({
    create: { width: size, height: size, channels: 4, background: NIGHT },
  }).composite([
    {
      input: mark.data,
      raw: { width: mark.width, height: mark.height, channels: 4 },
      left: margin,
      top: margin,
    },
    ...(isRound ? [{ input: roundedCorners(size), blend: 'dest-in' as const }] : []),
  ])
  return icon.png({ palette: true, effort: 10 }).toBuffer()
}

/** As in favicon.svg: 7 of 32. */
const roundedCorners = (size: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${(size * 7) / 32}"/></svg>`,
  )

/** An ICO file with one PNG: a directory of one entry, then the picture. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // type: icon
  head.writeUInt16LE(1, 4) // number of pictures
  head.set([size, size, 0, 0, 1, 0, 32, 0], 6) // size, colours, planes, bits per pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

const save = (name: string, bytes: Buffer) => writeFileSync(join(FOLDER, name), bytes)

for (const size of [192, 512])
  save(`icon-${size}.png`, await drawIcon(size, { share: 0.8, isRound: true }))
save('icon-maskable-512.png', await drawIcon(512, { share: 0.7, isRound: false }))
save('apple-touch-icon.png', await drawIcon(180, { share: 0.8, isRound: false }))
save('favicon.ico', icoOf(await drawIcon(32, { share: 0.875, isRound: true }), 32))
