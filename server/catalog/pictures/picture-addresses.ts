import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '#server/platform/context.ts'
import type { Frame } from '#server/platform/files/picture-encoder.ts'

const PICTURES_FOLDER = '/api/pictures'
/** A wildcard, since the router limits a named part to 300 characters. */
export const PICTURES_PATH = `${PICTURES_FOLDER}/:size/:signature/*`

/** 128 bits cannot be guessed, and a page holds hundreds of addresses. */
const SIGNATURE_BYTES = 16
/** The fetcher refuses longer ones anyway. */
const MAX_URL_CHARS = 2048

export type PictureAddresses = {
  /** Null for an address that cannot hold a picture. */
  of: (url: string | null, size: PictureSize) => string | null
  /** Null unless this server signed it. */
  read: (parts: { size: string; signature: string; address: string }) => PictureRequest | null
}

/** Paths are signed, so that a caller cannot make this server fetch arbitrary addresses. */
export function createPictureAddresses({ keyring }: Pick<AppContext, 'keyring'>): PictureAddresses {
  const keys = keyring.accepted('picture').map((key) => createSecretKey(key))
  const current = createSecretKey(keyring.current('picture'))
  const sign = (key: KeyObject, size: PictureSize, address: string) =>
    createHmac('sha256', key).update(`${size}/${address}`).digest().subarray(0, SIGNATURE_BYTES)
  return {
    of(text, size) {
      const url = text === null ? null : normalise(text)
      if (url === null) return null
      const address = Buffer.from(url).toString('base64url')
      return `${PICTURES_FOLDER}/${size}/${sign(current, size, address).toString('base64url')}/${address}`
    },
    read({ size, signature, address }) {
      if (!isPictureSize(size)) return null
      const sent = Buffer.from(signature, 'base64url')
      if (sent.length !== SIGNATURE_BYTES) return null
      if (!keys.some((key) => timingSafeEqual(sent, sign(key, size, address)))) return null
      return { size, url: Buffer.from(address, 'base64url').toString() }
    },
  }
}

/** One spelling per address, so that it is fetched and cached once. */
function normalise(text: string): string | null {
  const url = text.length <= MAX_URL_CHARS ? URL.parse(text) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  url.hash = ''
  return url.href.length <= MAX_URL_CHARS ? url.href : null
}

/** Longest side in pixels: twice what the screens show, for dense displays. */
export const PICTURE_SIZES = { thumb: 96, card: 480, full: 1200 } as const

export type PictureSize = keyof typeof PICTURE_SIZES

export const isPictureSize = (text: string): text is PictureSize =>
  Object.hasOwn(PICTURE_SIZES, text)

export const frameFor = (size: PictureSize): Frame => ({
  width: PICTURE_SIZES[size],
  height: PICTURE_SIZES[size],
  fit: 'inside',
})

export type PictureRequest = { size: PictureSize; url: string }
