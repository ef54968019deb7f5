import type { Frame } from './encode-picture.ts'

/** Longest side in pixels: twice what the screens show, for dense displays. */
export const PICTURE_SIZES = { thumb: 96, card: 480, full: 1200 } as const

export type PictureSize = keyof typeof PICTURE_SIZES

export const isPictureSize = (text: string): text is PictureSize => Object.hasOwn(PICTURE_SIZES, text)

export const frameOf = (size: PictureSize): Frame => ({
  width: PICTURE_SIZES[size],
  height: PICTURE_SIZES[size],
  fit: 'inside',
})

/** A requested picture: the one at `url`, resized to `size`. */
export type PictureRequest = { size: PictureSize; url: string }
