import { hash } from '../../random.ts'
import type { Shape } from '../catalogue/verticals.ts'
import { SHAPES } from './shapes.ts'

export type PictureRecipe = { shape: Shape; palette: number; turn: number }

const hex2 = (value: number): string => (value & 0xff).toString(16).padStart(2, '0')
const SHAPE_NAMES = Object.keys(SHAPES) as Shape[]

/**
 * A file name whose last six digits encode the drawing, so that a picture can be served without its
 * product.
 */
export const pictureFile = (stem: string, shape: Shape, salt: number, turn: number): string =>
  `${stem}_${hex2(SHAPE_NAMES.indexOf(shape))}${hex2(salt)}${hex2(turn)}.png`

/** The recipe in a file name; any other name also gets a picture, as if a CDN had it. */
export function recipeOf(file: string): PictureRecipe {
  const digits = /_([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\.png$/.exec(file)
  const shapeNumber = digits?.[1] ? Number.parseInt(digits[1], 16) : hash('shape', file)
  const palette = digits?.[2] ? Number.parseInt(digits[2], 16) : hash('palette', file) & 0xff
  const turn = digits?.[3] ? Number.parseInt(digits[3], 16) : 0
  return { shape: SHAPE_NAMES[shapeNumber % SHAPE_NAMES.length] ?? 'box', palette, turn }
}
