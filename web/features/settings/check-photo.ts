import { uploadPhoto } from '#contracts/users.ts'

/** Checks what the browser knows before it sends a file. The server checks whether it is really a picture. */
export function checkPhoto({ type, size }: Pick<File, 'type' | 'size'>): 'ok' | 'invalidFile' | 'tooLarge' {
  if (!type.startsWith('image/')) return 'invalidFile'
  return size > uploadPhoto.upload.maxBytes ? 'tooLarge' : 'ok'
}
