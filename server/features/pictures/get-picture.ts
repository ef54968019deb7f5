import { AppError, notFound, overloaded } from '#server/errors.ts'
import type { Pictures } from './create-pictures.ts'
import type { PictureAddresses } from './picture-addresses.ts'

type Deps = { addresses: PictureAddresses; pictures: Pictures }

/**
 * The WebP file of a signed picture address.
 * @throws AppError `not_found` for an address that we did not sign or cannot fetch, `unsupported_media_type` when the content is not a
 * picture
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
