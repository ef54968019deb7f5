import type { StoreDetails } from '#contracts/stores.ts'

type Images = StoreDetails['images']

/** The signed address if there is one, otherwise the plain one; null without such a picture. */
export function pictureOf(images: Images, type: Images[number]['imageType']): string | null {
  const image = images.find(({ imageType }) => imageType === type)
  return image?.signedUrl ?? image?.imageUrl ?? null
}
