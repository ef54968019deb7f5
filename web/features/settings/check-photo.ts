import { uploadPhoto } from '#contracts/users.ts'

/** What the browser can tell before it sends a file; whether it is a picture indeed, the server looks. */
export function checkPhoto({ type, size }: Pick<File, 'type' | 'size'>): 'ok' | 'invalidFile' | 'tooLarge' {
  if (!type.startsWith('image/')) return 'invalidFile'
  return size > uploadPhoto.upload.maxBytes ? 'tooLarge' : 'ok'
}
