import { randomBytes } from 'node:crypto'

const PHOTOS_FOLDER = '/api/users/photos'
export const PHOTO_PATH = `${PHOTOS_FOLDER}/:name`

/** 128 bits cannot be guessed: only viewers of the photo know the name. */
const NAME_BYTES = 16
const NAME = /^[\w-]{22}$/

export const newPhotoName = (): string => randomBytes(NAME_BYTES).toString('base64url')
export const isPhotoName = (text: string): boolean => NAME.test(text)
export const photoUrl = (name: string): string => `${PHOTOS_FOLDER}/${name}`
