import { AppError } from '#server/errors.ts'
import { encodePicture, type Frame } from '#server/features/pictures/encode-picture.ts'

/** A square for the round frame of the screens, for any input. */
const FRAME: Frame = { width: 512, height: 512, fit: 'cover' }

/** @throws AppError `unsupported_media_type` when the content is not a picture, `invalid_picture` when it cannot be read */
export async function encodePhoto(bytes: Uint8Array): Promise<Buffer> {
  const encoded = await encodePicture(bytes, FRAME)
  switch (encoded.kind) {
    case 'picture':
      return Buffer.from(encoded.bytes)
    case 'unsupported':
      throw new AppError('unsupported_media_type', { field: 'file' })
    case 'damaged':
      throw new AppError('invalid_picture', { field: 'file' })
    default:
      return encoded satisfies never
  }
}
