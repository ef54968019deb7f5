import { AppError, notFound, overloaded } from '#server/errors.ts'
import type { Pictures } from './create-pictures.ts'
import type { PictureAddresses } from './picture-addresses.ts'

type Deps = { addresses: PictureAddresses; pictures: Pictures }

/**
 * The WebP file behind an address of ours.
 * @throws AppError `not_found` for what we did not sign or cannot fetch, `unsupported_media_type` for what is no picture
 */
export async function getPicture(
  { addresses, pictures }: Deps,
  parts: { size: string; signature: string; address: string },
): Promise<Uint8Array> {
  const request = addresses.read(parts)
  if (!request) throw notFound()
  const outcome = await pictures.get(request)
  switch (outcome.kind) {
    case 'picture':
      return outcome.bytes
    case 'unavailable':
    case 'silent':
      throw notFound()
    case 'unsupported':
      throw new AppError('unsupported_media_type')
    case 'busy':
      throw overloaded()
    default:
      return outcome satisfies never
  }
}
